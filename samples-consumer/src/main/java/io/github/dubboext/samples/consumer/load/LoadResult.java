package io.github.dubboext.samples.consumer.load;

import java.util.List;
import java.util.Map;

/**
 * What a run measured. Immutable.
 *
 * @param elapsedMillis from the first call to the last answer
 * @param outcomes every call, by how it ended
 * @param firstReasons what the first call of each outcome said that was not answered
 * @param providers the same, for each provider that answered or was tried last, by address
 * @param latencies of the calls that ended well; on a fixed schedule counted from when the call was due
 * @param timeline the run second by second
 */
public record LoadResult(
        long elapsedMillis,
        Map<Outcome, Long> outcomes,
        Map<Outcome, String> firstReasons,
        Map<String, Map<Outcome, Long>> providers,
        Latencies latencies,
        List<Sample> timeline) {

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
