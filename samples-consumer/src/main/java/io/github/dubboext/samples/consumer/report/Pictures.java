package io.github.dubboext.samples.consumer.report;

import com.alibaba.fastjson2.JSON;
import io.github.dubboext.samples.consumer.load.Latencies;
import io.github.dubboext.samples.consumer.load.Outcome;
import io.github.dubboext.samples.consumer.load.Sample;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.ToDoubleFunction;

/** The numbers that the page's pictures are drawn from, column by column. */
final class Pictures {
    /** Beyond p99.99 a run of some seconds has nothing to say. */
    private static final double MOST_NINES = 4;

    private static final double NINES_STEP = 0.05;

    /** The scale of the latencies has no zero. */
    private static final double LEAST_MILLIS = 0.001;

    /** What comes after the last whole stretch are the last calls, and no load any more. */
    private static final long SHORTEST_STRETCH_MILLIS = 400;

    private Pictures() {}

    /** JSON that can stand inside a script element. */
    static String dataOf(StressReport report) {
        List<Object> providers = new ArrayList<>();
        SortedSet<String> addresses = report.providers();
        for (String address : addresses) {
            Map<String, Object> provider = new LinkedHashMap<>();
            provider.put("address", address);
            provider.put("promised", Figures.orNull(report.firstWith(address).promisedShareOf(address)));
            providers.add(provider);
        }
        List<Object> runs = new ArrayList<>();
        for (StrategyResult result : report.results()) {
            runs.add(run(result, addresses));
        }
        return JSON.toJSONString(Map.of("providers", providers, "runs", runs)).replace("<", "\\u003c");
    }

    private static Map<String, Object> run(StrategyResult result, SortedSet<String> addresses) {
        List<Sample> all = result.load().timeline();
        List<Sample> samples = all.stream()
                .filter(sample -> all.size() == 1 || sample.toMillis() - sample.fromMillis() >= SHORTEST_STRETCH_MILLIS)
                .toList();
        Map<String, Object> run = new LinkedHashMap<>();
        run.put("name", result.strategy());
        run.put("seconds", column(samples, sample -> (sample.fromMillis() + sample.toMillis()) / 2000.0));
        run.put("okPerSecond", column(samples, sample -> sample.perSecond(sample.count(Outcome.Group.OK))));
        run.put("refusedPerSecond", column(samples, sample -> sample.perSecond(sample.count(Outcome.Group.REFUSED))));
        run.put("failedPerSecond", column(samples, sample -> sample.perSecond(sample.count(Outcome.Group.FAILED))));
        run.put("percentiles", percentiles(result.load().latencies()));
        Map<String, Double> shares = new TreeMap<>();
        addresses.forEach(address -> shares.put(address, result.load().shareOf(address)));
        run.put("shares", shares);
        run.put(
                "okByProvider",
                perProvider(
                        samples,
                        addresses,
                        (sample, address) ->
                                sample.perSecond(sample.okPerProvider().getOrDefault(address, 0L))));
        run.put(
                "inFlight",
                perProvider(
                        samples,
                        addresses,
                        (sample, address) -> sample.inFlightPerProvider().getOrDefault(address, 0.0)));
        return run;
    }

    /** At one nine (p90), two (p99) and so on, and between them; as far as there are calls for it. */
    private static Map<String, Object> percentiles(Latencies latencies) {
        List<Double> nines = new ArrayList<>();
        List<Double> millis = new ArrayList<>();
        double most = Math.min(MOST_NINES, Math.log10((double) Math.max(1, latencies.count())));
        for (int step = 0; latencies.count() > 0 && step * NINES_STEP <= most; step++) {
            double nine = step * NINES_STEP;
            nines.add(Figures.rounded(nine));
            millis.add(Math.max(LEAST_MILLIS, Figures.rounded(latencies.millisAt(100 * (1 - Math.pow(10, -nine))))));
        }
        return Map.of("nines", nines, "ms", millis);
    }

    private static Map<String, List<Double>> perProvider(
            List<Sample> samples, SortedSet<String> addresses, BiFunction<Sample, String, Double> value) {
        Map<String, List<Double>> columns = new TreeMap<>();
        for (String address : addresses) {
            List<Double> column = column(samples, sample -> value.apply(sample, address));
            // A provider of another run was not there.
            if (column.stream().anyMatch(each -> each > 0)) {
                columns.put(address, column);
            }
        }
        return columns;
    }

    private static List<Double> column(List<Sample> samples, ToDoubleFunction<Sample> value) {
        return samples.stream()
                .map(sample -> Figures.rounded(value.applyAsDouble(sample)))
                .toList();
    }
}
