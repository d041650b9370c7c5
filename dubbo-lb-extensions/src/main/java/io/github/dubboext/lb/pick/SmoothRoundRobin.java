package io.github.dubboext.lb.pick;

import io.github.dubboext.lb.env.Env;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Weighted round robin: at any moment each provider has had its share of the calls, give or take a handful, spread evenly.
 *
 * <p>The k-th call takes the point frac(start + k * golden ratio) and goes to the provider whose piece of the line [0, 1)
 * holds it; the pieces are as long as the weights. Multiples of the golden ratio fill the line as evenly as any sequence
 * can (the three-distance theorem), so no credit is kept for any provider: a call is one atomic addition, a weight change
 * moves the borders and leaves the position. The start is random, so that many consumers do not begin with one provider.
 *
 * <p>Where providers are missing from a call's list, the calls that would be theirs are dealt out by a second sequence of
 * this kind, with another step, over the weights that are left. (Taking the next point instead until one fits would favour some providers:
 * the points are not independent.)
 *
 * <p>O(n log n) to build, O(1) expected a pick, O(n) for a call whose provider is missing. Lock-free, thread-safe.
 */
public final class SmoothRoundRobin implements Strategy {
    /** The golden ratio's fraction, 0.6180339887…, times 2^64, odd. */
    private static final long GOLDEN_STEP = 0x9E3779B97F4A7C15L;

    /**
     * frac(sqrt(2)) * 2^64, odd. Not the golden ratio again: in step with the first sequence, routes that take turns would
     * get other shares than their weights say, for good.
     */
    private static final long DEALT_STEP = 0x6A09E667F3BCC909L;

    private final AtomicLong position;
    private final AtomicLong dealtPosition;

    public SmoothRoundRobin(Env env) {
        this.position = new AtomicLong(env.nextLong());
        this.dealtPosition = new AtomicLong(env.nextLong());
    }

    @Override
    public Picker picker(Candidates candidates) {
        return new Line(Shares.of(candidates));
    }

    /**
     * Candidates laid end to end. {@code guide[g]} is the place at the start of the g-th of n equal stretches: from there it
     * is one step forward on average.
     *
     * <p>They do not lie in the order of the list but in that of the fractions of i * sqrt(2). So any run of the list is
     * spread over the line, and when the weights of a run ramp up together (new pods), the others stay about where they are;
     * in the order of the list every border would wander under the sequence, and the spread be no better than random.
     */
    private final class Line implements Picker {
        /** frac(sqrt(2)) * 2^64. */
        private static final long SPREAD = 0x6A09E667F3BCC908L;

        private final Shares shares;
        private final int[] order;
        private final long[] ends;
        private final int[] guide;

        Line(Shares shares) {
            this.shares = shares;
            int n = shares.size();
            this.order = spreadOrder(n);
            this.ends = new long[n];
            long end = 0;
            for (int i = 0; i < n; i++) {
                end += shares.weight(order[i]);
                ends[i] = end;
            }
            this.guide = new int[n];
            int at = 0;
            for (int g = 0; g < n; g++) {
                // Where stretch g begins, less what rounding may be off: too early costs a step, too late a wrong pick.
                double start = (double) shares.total() * g / n - 2;
                while (ends[at] <= start) {
                    at++;
                }
                guide[g] = at;
            }
        }

        private int[] spreadOrder(int n) {
            int indexBits = 32 - Integer.numberOfLeadingZeros(n);
            long[] keys = new long[n];
            for (int i = 0; i < n; i++) {
                keys[i] = (((i * SPREAD) >>> (indexBits + 1)) << indexBits) | i;
            }
            Arrays.sort(keys);
            int[] sorted = new int[n];
            for (int i = 0; i < n; i++) {
                sorted[i] = (int) (keys[i] & ((1L << indexBits) - 1));
            }
            return sorted;
        }

        @Override
        public int pick(long key, Live live) {
            long point = position.getAndAdd(GOLDEN_STEP);
            long target = Fractions.scale(point, shares.total());
            int at = guide[Fractions.scale(point, guide.length)];
            while (ends[at] <= target) {
                at++;
            }
            int candidate = order[at];
            if (live == null || live.contains(candidate)) {
                return candidate;
            }
            return shares.at(dealtPosition.getAndAdd(DEALT_STEP), live);
        }
    }
}
