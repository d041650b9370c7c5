package io.github.dubboext.samples.consumer.load;

import java.util.Map;

/**
 * What happened in one stretch of a run, about a second long.
 *
 * @param fromMillis since the run began
 * @param toMillis since the run began
 * @param outcomes calls that ended in it
 * @param okPerProvider answers in it
 * @param latencies of the answers in it
 */
public record Sample(
        long fromMillis,
        long toMillis,
        Map<Outcome, Long> outcomes,
        Map<String, Long> okPerProvider,
        Latencies latencies) {

    public long count(Outcome.Group group) {
        return LoadResult.count(outcomes, group);
    }

    public long calls() {
        return outcomes.values().stream().mapToLong(Long::longValue).sum();
    }

    public double callsPerSecond() {
        return calls() * 1000.0 / Math.max(1, toMillis - fromMillis);
    }
}
