package io.github.dubboext.samples.consumer.cli;

import io.github.dubboext.samples.consumer.report.CsvReport;
import io.github.dubboext.samples.consumer.report.HtmlReport;
import io.github.dubboext.samples.consumer.report.JsonReport;
import io.github.dubboext.samples.consumer.report.MarkdownReport;
import io.github.dubboext.samples.consumer.report.StressReport;
import io.github.dubboext.samples.runtime.BadInput;
import io.github.dubboext.samples.runtime.Given;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import picocli.CommandLine.Option;

/** Where to write what was measured, besides the console. */
final class ReportOptions {
    private record Wanted(String option, Path file, Function<StressReport, String> format) {}

    private final Map<Path, Wanted> wanted = new LinkedHashMap<>();

    @Option(
            names = "--report",
            paramLabel = "FILE",
            description = "Write a report with pictures there (FILE.html, one file that needs nothing else), or one"
                    + " for pasting into an issue (FILE.md); may be given twice.")
    void report(List<String> files) {
        for (String file : files) {
            if (file.endsWith(".html")) {
                want("--report", file, HtmlReport::of);
            } else if (file.endsWith(".md")) {
                want("--report", file, MarkdownReport::of);
            } else {
                throw new BadInput("--report: " + file + " (expected: FILE.html or FILE.md)");
            }
        }
    }

    @Option(names = "--json", paramLabel = "FILE", description = "Write the figures there as JSON.")
    void json(String file) {
        want("--json", file, JsonReport::of);
    }

    @Option(names = "--csv", paramLabel = "FILE", description = "Write the figures there as CSV.")
    void csv(String file) {
        want("--csv", file, CsvReport::of);
    }

    private void want(String option, String file, Function<StressReport, String> format) {
        if (file != null) {
            Path path = Given.writableFile(option, file);
            wanted.put(path, new Wanted(option, path, format));
        }
    }

    /** The same options for one scenario of several: {@code report.html} becomes {@code report-NAME.html}. */
    List<String> of(String scenario) {
        List<String> options = new ArrayList<>();
        for (Wanted each : wanted.values()) {
            String name = each.file().getFileName().toString();
            int dot = name.lastIndexOf('.');
            String own =
                    dot < 0 ? name + "-" + scenario : name.substring(0, dot) + "-" + scenario + name.substring(dot);
            options.addAll(
                    List.of(each.option(), each.file().resolveSibling(own).toString()));
        }
        return options;
    }

    /** Tells about each file. */
    void write(StressReport report, Terminal terminal) throws IOException {
        for (Wanted each : wanted.values()) {
            Files.writeString(each.file(), each.format().apply(report));
            terminal.say("Written: " + each.file());
        }
    }
}
