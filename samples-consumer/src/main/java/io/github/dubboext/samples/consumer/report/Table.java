package io.github.dubboext.samples.consumer.report;

import io.github.dubboext.samples.consumer.load.Latencies;
import io.github.dubboext.samples.consumer.load.LoadResult;
import io.github.dubboext.samples.consumer.load.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What the reports for people show as tables: the same cells in each of them. */
record Table(List<String> head, List<List<String>> rows) {

    /** All figures, a row for each run. */
    static Table figures(StressReport report) {
        List<String> head = new ArrayList<>(List.of("strategy", "calls", "ok", "refused", "failed", "calls/s", "mean"));
        for (Percentile percentile : Percentile.values()) {
            head.add(percentile.label());
        }
        head.add("max ms");
        boolean refused =
                report.results().stream().anyMatch(result -> result.load().count(Outcome.Group.REFUSED) > 0);
        if (refused) {
            head.add("refusal ms");
        }
        List<List<String>> rows = new ArrayList<>();
        for (StrategyResult result : report.results()) {
            LoadResult load = result.load();
            Latencies latencies = load.latencies();
            List<String> row = new ArrayList<>(List.of(
                    result.strategy(),
                    whole(load.calls()),
                    whole(load.count(Outcome.Group.OK)),
                    whole(load.count(Outcome.Group.REFUSED)),
                    whole(load.count(Outcome.Group.FAILED)),
                    whole(Math.round(load.callsPerSecond())),
                    millis(latencies.meanMillis())));
            for (Percentile percentile : Percentile.values()) {
                row.add(millis(latencies.millisAt(percentile.percent())));
            }
            row.add(millis(latencies.maxMillis()));
            if (refused) {
                row.add(millis(load.refusalLatencies().meanMillis()));
            }
            rows.add(row);
        }
        return new Table(head, rows);
    }

    /** A row for each provider, with what its weight promises. */
    static Table shares(StressReport report) {
        List<String> head = new ArrayList<>(List.of("share of answers", "weight", "promised"));
        report.results().forEach(result -> head.add(result.strategy()));
        List<List<String>> rows = new ArrayList<>();
        for (String provider : report.providers()) {
            StrategyResult first = report.firstWith(provider);
            Integer weight = first.weights().get(provider);
            List<String> row = new ArrayList<>(List.of(
                    provider, weight == null ? "-" : weight.toString(), percent(first.promisedShareOf(provider))));
            report.results().forEach(result -> row.add(percent(result.load().shareOf(provider))));
            rows.add(row);
        }
        return new Table(head, rows);
    }

    static Table expectations(StressReport report) {
        List<List<String>> rows = new ArrayList<>();
        for (Expectation each : report.expectations()) {
            rows.add(List.of(each.what(), each.limitText(), each.measuredText(), each.verdict()));
        }
        return new Table(List.of("expectation", "expected", "measured", ""), rows);
    }

    private static String whole(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    private static String millis(double value) {
        return String.format(Locale.ROOT, value < 100 ? "%.2f" : "%,.0f", value);
    }

    private static String percent(double share) {
        return Double.isNaN(share) ? "-" : String.format(Locale.ROOT, "%.1f %%", 100 * share);
    }

    /** Lined up for a terminal: the first column to the left, the others to the right. */
    String asText() {
        List<List<String>> all = new ArrayList<>();
        all.add(head);
        all.addAll(rows);
        int[] widths = new int[head.size()];
        for (List<String> row : all) {
            for (int i = 0; i < row.size(); i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        StringBuilder text = new StringBuilder();
        for (List<String> row : all) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < row.size(); i++) {
                String padding = " ".repeat(widths[i] - row.get(i).length());
                line.append(i == 0 ? row.get(i) + padding : "  " + padding + row.get(i));
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }
}
