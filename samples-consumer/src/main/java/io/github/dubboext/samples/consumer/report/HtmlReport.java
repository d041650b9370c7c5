package io.github.dubboext.samples.consumer.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The report as one page that needs nothing else: style, data, and the library that draws (uPlot) are inside. */
public final class HtmlReport {
    private static final Pattern PLACEHOLDER = Pattern.compile("@([a-z.]+)@");

    private HtmlReport() {}

    public static String of(StressReport report) {
        Map<String, String> parts = new TreeMap<>();
        parts.put("title", escaped(report.scenario()));
        parts.put("verdict.class", report.passed() ? "passed" : "failed");
        parts.put("verdict.word", report.complete() ? report.passed() ? "PASS" : "FAIL" : "STOPPED");
        parts.put("story", escaped(report.story()));
        parts.put("expectations", expectations(report));
        parts.put("notes", list("Also", report.notes()));
        parts.put("table", tables(report));
        parts.put("made", "<pre>" + escaped(report.command()) + "</pre>\n<p>" + escaped(Remarks.made(report)) + "</p>");
        parts.put("data", Pictures.dataOf(report));
        parts.put("uplot.css", library("uPlot.min.css"));
        parts.put("uplot.js", library("uPlot.iife.min.js"));
        parts.put("report.css", resource("/report/report.css"));
        parts.put("report.js", resource("/report/report.js"));
        return PLACEHOLDER
                .matcher(resource("/report/report.html"))
                .replaceAll(part -> Matcher.quoteReplacement(parts.get(part.group(1))));
    }

    private static String expectations(StressReport report) {
        return report.expectations().isEmpty()
                ? ""
                : "<h2>Expected</h2>\n" + table(Table.expectations(report), "figures expectations");
    }

    private static String tables(StressReport report) {
        if (report.results().isEmpty()) {
            return "";
        }
        return "<h2>All figures</h2>\n" + table(Table.figures(report), "figures")
                + table(Table.shares(report), "figures")
                + list("What calls were refused or failed of", Remarks.causes(report));
    }

    private static String table(Table table, String style) {
        String head = table.head().stream()
                .map(cell -> "<th>" + escaped(cell) + "</th>")
                .collect(Collectors.joining());
        String rows = table.rows().stream()
                .map(row -> row.stream().map(HtmlReport::cell).collect(Collectors.joining("", "<tr>", "</tr>\n")))
                .collect(Collectors.joining());
        return "<div class=\"scroll\"><table class=\"" + style + "\"><thead><tr>" + head + "</tr></thead>\n<tbody>\n"
                + rows + "</tbody></table></div>\n";
    }

    private static String cell(String text) {
        return switch (text) {
            case "PASS" -> "<td class=\"passed\">PASS</td>";
            case "FAIL" -> "<td class=\"failed\">FAIL</td>";
            default -> "<td>" + escaped(text) + "</td>";
        };
    }

    private static String list(String title, List<String> lines) {
        return lines.isEmpty()
                ? ""
                : lines.stream()
                        .map(line -> "<li>" + escaped(line.strip()) + "</li>\n")
                        .collect(Collectors.joining("", "<h2>" + title + "</h2>\n<ul>\n", "</ul>\n"));
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    private static String library(String file) {
        Properties properties = new Properties();
        try (InputStream in = open("/META-INF/maven/org.webjars.npm/uplot/pom.properties")) {
            properties.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return resource("/META-INF/resources/webjars/uplot/" + properties.getProperty("version") + "/dist/" + file);
    }

    private static String resource(String name) {
        try (InputStream in = open(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static InputStream open(String name) {
        InputStream in = HtmlReport.class.getResourceAsStream(name);
        if (in == null) {
            throw new IllegalStateException("Not on the class path: " + name);
        }
        return in;
    }
}
