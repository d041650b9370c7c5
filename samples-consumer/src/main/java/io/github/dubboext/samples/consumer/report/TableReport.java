package io.github.dubboext.samples.consumer.report;

import io.github.dubboext.samples.consumer.load.Latencies;
import io.github.dubboext.samples.consumer.load.LoadResult;
import io.github.dubboext.samples.consumer.load.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The report as text for a terminal. */
public final class TableReport {
    private TableReport() {}

    public static String of(StressReport report) {
        return calls(report) + causes(report) + '\n' + shares(report);
    }

    private static String calls(StressReport report) {
        TextTable table = new TextTable();
        List<String> head = new ArrayList<>(List.of("strategy", "calls", "ok", "refused", "failed", "calls/s", "mean"));
        for (Percentile percentile : Percentile.values()) {
            head.add(percentile.label());
        }
        head.add("max ms");
        table.row(head.toArray(String[]::new));
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
            table.row(row.toArray(String[]::new));
        }
        return table.toString();
    }

    /** Only where there is something to explain. */
    private static String causes(StressReport report) {
        StringBuilder text = new StringBuilder();
        for (Outcome.Group group : List.of(Outcome.Group.REFUSED, Outcome.Group.FAILED)) {
            for (StrategyResult result : report.results()) {
                List<String> causes = new ArrayList<>();
                result.load().outcomes().forEach((outcome, count) -> {
                    if (outcome.group() == group) {
                        causes.add(outcome.label() + " " + whole(count));
                    }
                });
                if (!causes.isEmpty()) {
                    text.append(group.name().toLowerCase(Locale.ROOT))
                            .append(" with ")
                            .append(result.strategy())
                            .append(": ")
                            .append(String.join(", ", causes))
                            .append('\n');
                    result.load().firstReasons().forEach((outcome, reason) -> {
                        if (outcome.group() == group) {
                            text.append("  first ")
                                    .append(outcome.label())
                                    .append(": ")
                                    .append(reason)
                                    .append('\n');
                        }
                    });
                }
            }
        }
        return text.toString();
    }

    private static String shares(StressReport report) {
        TextTable table = new TextTable();
        List<String> head = new ArrayList<>(List.of("share of answers", "weight", "promised"));
        report.results().forEach(result -> head.add(result.strategy()));
        table.row(head.toArray(String[]::new));
        for (String provider : report.providers()) {
            // Weights are the same in every run but where a provider came or went in between.
            StrategyResult first = report.results().stream()
                    .filter(result -> result.weights().containsKey(provider))
                    .findFirst()
                    .orElse(report.results().get(0));
            Integer weight = first.weights().get(provider);
            List<String> row = new ArrayList<>(List.of(
                    provider, weight == null ? "-" : weight.toString(), percent(first.promisedShareOf(provider))));
            report.results().forEach(result -> row.add(percent(result.load().shareOf(provider))));
            table.row(row.toArray(String[]::new));
        }
        return table.toString();
    }

    private static String whole(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    private static String millis(double value) {
        return String.format(Locale.ROOT, value < 100 ? "%.2f" : "%,.0f", value);
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f %%", 100 * share);
    }
}
