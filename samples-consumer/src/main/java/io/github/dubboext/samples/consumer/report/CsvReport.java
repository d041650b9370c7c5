package io.github.dubboext.samples.consumer.report;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** The report as CSV: a line for each strategy, the shares of the providers as further columns. */
public final class CsvReport {
    private CsvReport() {}

    public static String of(StressReport report) {
        StringBuilder csv = new StringBuilder();
        for (StrategyResult result : report.results()) {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("strategy", result.strategy());
            row.putAll(Figures.of(result.load()));
            for (String provider : report.providers()) {
                row.put("calls " + provider, result.load().okOf(provider));
                row.put("share " + provider, Figures.rounded(result.load().shareOf(provider)));
                row.put("promised " + provider, Figures.orNull(result.promisedShareOf(provider)));
            }
            if (csv.isEmpty()) {
                csv.append(String.join(",", row.keySet())).append('\n');
            }
            // Names of strategies, addresses and numbers: nothing that would need quotes.
            csv.append(row.values().stream()
                            .map(value -> Objects.toString(value, ""))
                            .collect(Collectors.joining(",")))
                    .append('\n');
        }
        return csv.toString();
    }
}
