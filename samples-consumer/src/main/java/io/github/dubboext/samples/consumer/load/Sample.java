package io.github.dubboext.samples.consumer.load;

import java.util.Map;

/**
 * What happened in one stretch of a run, about half a second long.
 *
 * @param fromMillis since the run began
 * @param toMillis since the run began
 * @param outcomes calls that ended in it
 * @param okPerProvider answers in it
 * @param inFlightPerProvider calls under way to each provider, the mean of the moments looked at
 * @param latencies of the answers in it
 */
public record Sample(
        long fromMillis,
        long toMillis,
        Map<Outcome, Long> outcomes,
        Map<String, Long> okPerProvider,
        Map<String, Double> inFlightPerProvider,
        Latencies latencies) {

    public long count(Outcome.Group group) {
        return LoadResult.count(outcomes, group);
    }

    public long calls() {
        return outcomes.values().stream().mapToLong(Long::longValue).sum();
    }

    public double callsPerSecond() {
        return perSecond(calls());
    }

    /** What a number of calls in this stretch is in a second. */
    public double perSecond(long calls) {
        return calls * 1000.0 / Math.max(1, toMillis - fromMillis);
    }

    /** One provider's part of the answers, 0 to 1. */
    public double shareOf(String provider) {
        long all = count(Outcome.Group.OK);
        return all == 0 ? 0 : (double) okPerProvider.getOrDefault(provider, 0L) / all;
    }

    Sample later(long millis) {
        return new Sample(
                fromMillis + millis, toMillis + millis, outcomes, okPerProvider, inFlightPerProvider, latencies);
    }
}
