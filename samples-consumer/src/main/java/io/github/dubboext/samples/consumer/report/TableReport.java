package io.github.dubboext.samples.consumer.report;

/** The report as text for a terminal. */
public final class TableReport {
    private TableReport() {}

    public static String of(StressReport report) {
        StringBuilder text = new StringBuilder();
        if (!report.results().isEmpty()) {
            text.append(Table.figures(report).asText());
            Remarks.causes(report).forEach(line -> text.append(line).append('\n'));
            text.append('\n').append(Table.shares(report).asText());
        }
        if (!report.notes().isEmpty()) {
            text.append('\n');
            report.notes().forEach(note -> text.append(note).append('\n'));
        }
        if (!report.expectations().isEmpty()) {
            text.append('\n').append(Table.expectations(report).asText());
        }
        return text.toString();
    }
}
