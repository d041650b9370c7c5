package io.github.dubboext.samples.consumer.load;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** Makes results up. */
public final class LoadResults {
    private LoadResults() {}

    /** All calls took {@code latencyMillis}. */
    public static LoadResult of(
            long elapsedMillis, long latencyMillis, Map<String, Map<Outcome, Long>> countsPerProvider) {
        Tally tally = new Tally();
        countsPerProvider.forEach((provider, outcomes) -> outcomes.forEach((outcome, count) -> {
            for (long i = 0; i < count; i++) {
                tally.record(
                        new Answer(outcome, provider, outcome == Outcome.OK ? "" : "it said so"),
                        TimeUnit.MILLISECONDS.toNanos(latencyMillis));
            }
        }));
        tally.look(inFlight(countsPerProvider));
        tally.sample(elapsedMillis);
        return tally.result();
    }

    /** As many as there are outcomes. */
    private static Map<String, Integer> inFlight(Map<String, Map<Outcome, Long>> countsPerProvider) {
        Map<String, Integer> inFlight = new TreeMap<>();
        countsPerProvider.forEach((provider, outcomes) -> inFlight.put(provider, outcomes.size()));
        return inFlight;
    }
}
