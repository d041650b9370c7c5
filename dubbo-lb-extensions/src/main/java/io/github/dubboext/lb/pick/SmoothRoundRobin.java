package io.github.dubboext.lb.pick;

import io.github.dubboext.lb.env.Env;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Weighted round robin: at any moment each provider has had its share of the calls, give or take a handful, spread evenly.
 *
 * <p>The k-th call takes the point frac(start + k * golden ratio) and goes to the provider whose piece of the line [0, 1)
 * holds it; the pieces are as long as the weights. Multiples of the golden ratio fill the line as evenly as any sequence
 * can (the three-distance theorem), so no credit is kept for any provider: a call is one atomic addition, a weight change
 * moves the borders and leaves the position. The start is random, so that many consumers do not begin with one provider.
 *
 * <p>O(n) to build, O(1) expected a pick. Lock-free, thread-safe.
 */
public final class SmoothRoundRobin implements Strategy {
    /** The golden ratio's fraction, 0.6180339887…, times 2^64, odd. */
    private static final long GOLDEN_STEP = 0x9E3779B97F4A7C15L;

    private final AtomicLong position;

    public SmoothRoundRobin(Env env) {
        this.position = new AtomicLong(env.nextLong());
    }

    @Override
    public Picker picker(Candidates candidates) {
        return new LinePicker(Shares.of(candidates), position);
    }

    /**
     * Candidates laid end to end. {@code guide[g]} is the candidate at the start of the g-th of n equal stretches: from
     * there it is one step forward on average.
     */
    private static final class LinePicker implements Picker {
        /** Points tried for one that is live, as in {@link WeightedRandom}. */
        private static final int POINTS = 8;

        private final Shares shares;
        private final AtomicLong position;
        private final long[] ends;
        private final int[] guide;

        LinePicker(Shares shares, AtomicLong position) {
            this.shares = shares;
            this.position = position;
            int n = shares.size();
            this.ends = new long[n];
            long end = 0;
            for (int i = 0; i < n; i++) {
                end += shares.weight(i);
                ends[i] = end;
            }
            this.guide = new int[n];
            int at = 0;
            for (int g = 0; g < n; g++) {
                // The lowest point that can fall into stretch g; one below it at worst, by the rounding of this
                // division.
                double start = (double) shares.total() * g / n - 1;
                while (ends[at] <= start) {
                    at++;
                }
                guide[g] = at;
            }
        }

        @Override
        public int pick(long key, Live live) {
            if (live == null) {
                return next();
            }
            for (int i = 0; i < POINTS; i++) {
                int candidate = next();
                if (live.contains(candidate)) {
                    return candidate;
                }
            }
            return shares.at(position.getAndAdd(GOLDEN_STEP), live);
        }

        private int next() {
            long point = position.getAndAdd(GOLDEN_STEP);
            long target = Fractions.scale(point, shares.total());
            int candidate = guide[Fractions.scale(point, guide.length)];
            while (ends[candidate] <= target) {
                candidate++;
            }
            return candidate;
        }
    }
}
