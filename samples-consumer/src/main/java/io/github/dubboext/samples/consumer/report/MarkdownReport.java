package io.github.dubboext.samples.consumer.report;

import java.util.List;
import java.util.stream.Collectors;

/** The report for pasting into an issue: tables as GitHub shows them. */
public final class MarkdownReport {
    private MarkdownReport() {}

    public static String of(StressReport report) {
        StringBuilder text = new StringBuilder();
        text.append("### ").append(report.verdict()).append("\n\n");
        text.append(report.story()).append("\n\n");
        text.append("```\n").append(report.command()).append("\n```\n\n");
        if (!report.expectations().isEmpty()) {
            append(text, Table.expectations(report));
        }
        if (!report.results().isEmpty()) {
            append(text, Table.figures(report));
            append(text, Table.shares(report));
        }
        report.notes().forEach(line -> text.append("- ").append(plain(line)).append('\n'));
        Remarks.causes(report)
                .forEach(line -> text.append("- ").append(plain(line.strip())).append('\n'));
        text.append("- ").append(Remarks.made(report)).append('\n');
        return text.toString();
    }

    private static void append(StringBuilder text, Table table) {
        row(text, table.head());
        text.append("|---|").append("---:|".repeat(table.head().size() - 1)).append('\n');
        table.rows().forEach(row -> row(text, row));
        text.append('\n');
    }

    private static void row(StringBuilder text, List<String> cells) {
        text.append(cells.stream().map(MarkdownReport::plain).collect(Collectors.joining(" | ", "| ", " |\n")));
    }

    /** Nothing in it is to be read as markup; an exception's text may hold anything. */
    private static String plain(String text) {
        return text.replaceAll("([\\\\`*_{}\\[\\]<>|#~])", "\\\\$1");
    }
}
