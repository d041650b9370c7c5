package io.github.dubboext.samples.consumer.report;

import io.github.dubboext.samples.consumer.load.Latencies;
import io.github.dubboext.samples.consumer.load.LoadResult;
import io.github.dubboext.samples.consumer.load.Outcome;
import java.util.LinkedHashMap;
import java.util.Map;

/** The figures of one run under the names that all machine-readable reports use, in the order of the table. */
final class Figures {
    private Figures() {}

    static Map<String, Object> of(LoadResult load) {
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("calls", load.calls());
        figures.put("ok", load.count(Outcome.Group.OK));
        figures.put("refused", load.count(Outcome.Group.REFUSED));
        figures.put("failed", load.count(Outcome.Group.FAILED));
        for (Outcome outcome : Outcome.values()) {
            if (outcome.group() != Outcome.Group.OK) {
                figures.put(
                        (outcome.group() + "_" + outcome.name()).toLowerCase(java.util.Locale.ROOT),
                        load.count(outcome));
            }
        }
        figures.put("elapsed_ms", load.elapsedMillis());
        figures.put("calls_per_second", rounded(load.callsPerSecond()));
        Latencies latencies = load.latencies();
        figures.put("mean_ms", rounded(latencies.meanMillis()));
        for (Percentile percentile : Percentile.values()) {
            figures.put(percentile.label() + "_ms", rounded(latencies.millisAt(percentile.percent())));
        }
        figures.put("max_ms", rounded(latencies.maxMillis()));
        figures.put("refusal_mean_ms", rounded(load.refusalLatencies().meanMillis()));
        figures.put("refusal_p99_ms", rounded(load.refusalLatencies().millisAt(99)));
        return figures;
    }

    /** Rounded; null for what is not a number. */
    static Double orNull(double value) {
        return Double.isNaN(value) ? null : (Double) rounded(value);
    }

    /** To microseconds, or thousandths of a call: more would be noise. */
    static double rounded(double value) {
        return Math.round(value * 1000) / 1000.0;
    }
}
