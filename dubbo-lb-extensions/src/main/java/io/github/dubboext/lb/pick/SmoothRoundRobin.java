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

    /**
     * frac(sqrt(3)) and frac(sqrt(7)), times 2^64, odd: the same two among groups. A call takes a point among the groups,
     * then one among the providers of the group that it hit: of one sequence, or of two in step, some providers would
     * never be hit.
     */
    private static final long GROUP_STEP = 0xBB67AE8584CAA73BL;

    private static final long GROUP_DEALT_STEP = 0xA54FF53A5F1D36F1L;

    private final Sequence points;
    private final Sequence dealt;
    private final Sequence groupPoints;
    private final Sequence groupDealt;

    public SmoothRoundRobin(Env env) {
        this.points = new Sequence(GOLDEN_STEP, env);
        this.dealt = new Sequence(DEALT_STEP, env);
        this.groupPoints = new Sequence(GROUP_STEP, env);
        this.groupDealt = new Sequence(GROUP_DEALT_STEP, env);
    }

    @Override
    public Picker picker(Candidates candidates) {
        Shares shares = Shares.of(candidates);
        return candidates.areGroups() ? new Line(shares, groupPoints, groupDealt) : new Line(shares, points, dealt);
    }

    /** Fractions of the line, each a step on from the one before. */
    private static final class Sequence {
        private final long step;
        private final AtomicLong position;

        Sequence(long step, Env env) {
            this.step = step;
            this.position = new AtomicLong(env.nextLong());
        }

        long next() {
            return position.getAndAdd(step);
        }
    }

    /**
     * Candidates laid end to end. {@code guide[g]} is the place at the start of the g-th of n equal stretches: from there it
     * is one step forward on average.
     *
     * <p>They do not lie in the order of the list but in that of the fractions of i * sqrt(2). So any run of the list is
     * spread over the line, and when the weights of a run ramp up together (new pods), the others stay about where they are;
     * in the order of the list every border would wander under the sequence, and the spread be no better than random.
     */
    private static final class Line implements Picker {
        /** frac(sqrt(2)) * 2^64. */
        private static final long SPREAD = 0x6A09E667F3BCC908L;

        private final Shares shares;
        private final Sequence points;
        private final Sequence dealt;
        private final int[] order;
        private final long[] ends;
        private final int[] guide;

        Line(Shares shares, Sequence points, Sequence dealt) {
            this.shares = shares;
            this.points = points;
            this.dealt = dealt;
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

        private static int[] spreadOrder(int n) {
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
            long point = points.next();
            long target = Fractions.scale(point, shares.total());
            int at = guide[Fractions.scale(point, guide.length)];
            while (ends[at] <= target) {
                at++;
            }
            int candidate = order[at];
            if (live == null || live.contains(candidate)) {
                return candidate;
            }
            return shares.at(dealt.next(), live);
        }
    }
}
