package io.github.dubboext.samples.consumer.load;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a run measured. Immutable.
 *
 * @param elapsedMillis from the first call to the last answer
 * @param outcomes every call, by how it ended
 * @param firstReasons what the first call of each outcome said that was not answered
 * @param providers the same, for each provider that answered or was tried last, by address
 * @param latencies of the calls that ended well; on a fixed schedule counted from when the call was due
 * @param refusalLatencies of the calls that a limit refused
 * @param timeline the run, stretch by stretch
 */
public record LoadResult(
        long elapsedMillis,
        Map<Outcome, Long> outcomes,
        Map<Outcome, String> firstReasons,
        Map<String, Map<Outcome, Long>> providers,
        Latencies latencies,
        Latencies refusalLatencies,
        List<Sample> timeline) {

    /** This run and another one of the same kind, as if the other had gone on where this one ended. */
    public LoadResult then(LoadResult next) {
        Map<Outcome, String> reasons = new TreeMap<>(next.firstReasons);
        reasons.putAll(firstReasons);
        Map<String, Map<Outcome, Long>> all = new TreeMap<>(providers);
        next.providers.forEach((provider, counts) -> all.merge(provider, counts, LoadResult::plus));
        List<Sample> samples = new ArrayList<>(timeline);
        next.timeline.forEach(sample -> samples.add(sample.later(elapsedMillis)));
        return new LoadResult(
                elapsedMillis + next.elapsedMillis,
                plus(outcomes, next.outcomes),
                reasons,
                all,
                latencies.plus(next.latencies),
                refusalLatencies.plus(next.refusalLatencies),
                List.copyOf(samples));
    }

    private static Map<Outcome, Long> plus(Map<Outcome, Long> one, Map<Outcome, Long> other) {
        Map<Outcome, Long> sum = new TreeMap<>(one);
        other.forEach((outcome, count) -> sum.merge(outcome, count, Long::sum));
        return sum;
    }

    public long calls() {
        return outcomes.values().stream().mapToLong(Long::longValue).sum();
    }

    public long count(Outcome.Group group) {
        return count(outcomes, group);
    }

    public long count(Outcome outcome) {
        return outcomes.getOrDefault(outcome, 0L);
    }

    /** Calls of any outcome that were sent. */
    public double callsPerSecond() {
        return (calls() - count(Outcome.UNSENT)) * 1000.0 / Math.max(1, elapsedMillis);
    }

    /** Answers of one provider. */
    public long okOf(String provider) {
        return providers.getOrDefault(provider, Map.of()).getOrDefault(Outcome.OK, 0L);
    }

    /** One provider's part of all answers, 0 to 1. */
    public double shareOf(String provider) {
        long ok = count(Outcome.OK);
        return ok == 0 ? 0 : (double) okOf(provider) / ok;
    }

    static long count(Map<Outcome, Long> outcomes, Outcome.Group group) {
        long sum = 0;
        for (Map.Entry<Outcome, Long> entry : outcomes.entrySet()) {
            if (entry.getKey().group() == group) {
                sum += entry.getValue();
            }
        }
        return sum;
    }
}
