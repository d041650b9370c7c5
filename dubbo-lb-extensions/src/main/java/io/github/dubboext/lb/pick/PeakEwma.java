package io.github.dubboext.lb.pick;

import io.github.dubboext.lb.env.Env;
import io.github.dubboext.lb.stats.Decay;
import io.github.dubboext.lb.stats.ProviderStats;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * The provider with the lowest peak-EWMA latency times (calls in flight per weight + 1), of a few drawn at random.
 *
 * <p>A provider that nothing is known of counts as a typical one, a little better the longer it stays untried, and so does
 * not draw every consumer's calls at once; it gets one call at a time until the first has ended. So does one from which
 * nothing was heard for long: what made it slow or sick may still be there.
 *
 * <p>O(choices) a pick, O(1) once a second for one of them. Thread-safe.
 */
public final class PeakEwma implements Strategy {
    public static final int DEFAULT_CHOICES = 4;
    public static final int MAX_CHOICES = BestOfChoices.MAX_CHOICES;

    private static final long REVIEW_NANOS = 1_000_000_000L;

    /** Providers looked at for what is typical. */
    private static final int SAMPLE = 32;

    /**
     * Where a provider is called seldom, its estimate lasts for about this many calls rather than for the decay time.
     * Without this, n providers and r calls/s cost n / decay calls/s to look again at the slow ones: with n/r = 5 s that
     * was every fourth call, with 10 it is every twentieth.
     */
    private static final double CALLS_REMEMBERED = 10;

    /** A provider that stays untried for this many decay times counts as twice as fast as a typical one. */
    private static final double UNTRIED_DECAYS = 3;

    private final int choices;
    private final Env env;
    private final Decay decay;
    private final LongAdder picks = new LongAdder();
    private final AtomicLong reviewedNanos;
    private long picksBefore; // by the reviewing thread only, as reviewedNanos hands it on
    private volatile double typicalNanos;

    /**
     * @param choices providers compared at each pick, from 1 to {@value #MAX_CHOICES}; all, if there are no more
     * @param decayMillis see {@link Decay}
     */
    public PeakEwma(int choices, long decayMillis, Env env) {
        this.choices = choices;
        this.env = env;
        this.decay = new Decay(decayMillis);
        this.reviewedNanos = new AtomicLong(env.coarseNanoTime());
    }

    @Override
    public Picker picker(Candidates candidates) {
        if (candidates.areGroups()) { // calls are counted by provider: there is nothing to compare, nor to review
            return new WeightedRandom(env).picker(candidates);
        }
        int n = candidates.size();
        ProviderStats[] stats = new ProviderStats[n];
        for (int i = 0; i < n; i++) {
            stats[i] = candidates.stats(i);
            stats[i].decay(decay);
        }
        Picker best = new BestOfChoices(candidates, choices, new Estimates(), env);
        return new Picker() {
            @Override
            public int pick(long key, Live live) {
                picks.increment();
                long now = env.coarseNanoTime();
                long reviewed = reviewedNanos.get();
                if (now - reviewed >= REVIEW_NANOS && reviewedNanos.compareAndSet(reviewed, now)) {
                    review(stats, now, now - reviewed);
                }
                return best.pick(key, live);
            }

            @Override
            public String describe(int index) {
                return best.describe(index);
            }
        };
    }

    private final class Estimates implements BestOfChoices.Score {
        @Override
        public double of(ProviderStats stats, double loadPerCall, long now) {
            return score(stats, loadPerCall, now);
        }

        @Override
        public String describe(double score) {
            return score >= BestOfChoices.LAST_RESORT
                    ? "waits for an answer"
                    : String.format(Locale.ROOT, "score %.2f ms", score / 1e6);
        }
    }

    private double score(ProviderStats stats, double loadPerCall, long now) {
        double load = stats.busy(now) * loadPerCall;
        double latency = stats.estimateNanos(now);
        boolean probe;
        if (latency == 0) {
            double waited = stats.silentNanos(now) / (UNTRIED_DECAYS * decay.setNanos());
            latency = typicalNanos / (1 + waited * waited);
            probe = true;
        } else {
            probe = stats.isStale(now);
        }
        return probe && load > 0 ? BestOfChoices.LAST_RESORT * (load + 1) : latency * (load + 1);
    }

    /** Looks at what is typical, and at how often a provider is called. */
    private void review(ProviderStats[] stats, long now, long sinceNanos) {
        int n = stats.length;
        double[] latencies = new double[Math.min(n, SAMPLE)];
        int known = 0;
        int start = env.nextInt(n);
        for (int k = 0; k < latencies.length; k++) {
            double latency = stats[(int) ((start + (long) k * n / latencies.length) % n)].estimateNanos(now);
            if (latency > 0) {
                latencies[known++] = latency;
            }
        }
        if (known > 0) {
            Arrays.sort(latencies, 0, known);
            typicalNanos = latencies[(known - 1) / 2]; // the median: a provider that is charged 30 s must not count
        }
        long all = picks.sum();
        double nanosPerCall = (double) sinceNanos * n / Math.max(1, all - picksBefore);
        picksBefore = all;
        decay.atLeastNanos(CALLS_REMEMBERED * nanosPerCall);
    }
}
