package io.github.dubboext.lb.pick;

import io.github.dubboext.lb.env.Env;

/**
 * Each call to a provider drawn at random in proportion to its weight, whatever the calls before.
 *
 * <p>O(n) to build, O(1) a pick with one 64-bit random number: Walker's alias table, built by M. D. Vose's method ("A
 * linear algorithm for generating random numbers with a given distribution", 1991). Thread-safe.
 */
public final class WeightedRandom implements Strategy {
    private final Env env;

    public WeightedRandom(Env env) {
        this.env = env;
    }

    @Override
    public Picker picker(Candidates candidates) {
        return picker(Shares.of(candidates), env);
    }

    /** For strategies that draw before they compare. */
    static Picker picker(Shares shares, Env env) {
        return new AliasPicker(shares, env);
    }

    /**
     * The table has a column per candidate, each of the mean weight. A column holds its own candidate up to a threshold,
     * above it one other, its alias. A random number is split by one multiplication: the whole part says which column, the
     * fraction where in it.
     *
     * <p>The columns are filled in whole numbers (weight * n against the total), so nothing is left over by rounding: a
     * candidate of weight 0 gets threshold 0 and is nobody's alias.
     */
    private static final class AliasPicker implements Picker {
        /** With half of the weight live, 8 draws miss in 1 of 256 calls; then the list is gone through. */
        private static final int DRAWS = 8;

        private final Shares shares;
        private final Env env;
        private final int[] aliases;
        /** Offset by 2^63, so that a signed comparison compares unsigned. */
        private final long[] thresholds;

        AliasPicker(Shares shares, Env env) {
            this.shares = shares;
            this.env = env;
            int n = shares.size();
            this.aliases = new int[n];
            this.thresholds = new long[n];
            fill(n);
        }

        private void fill(int n) {
            long column = shares.total();
            long[] heights = new long[n];
            int[] order = new int[n]; // the low ones from the front, the high ones from the back
            int low = 0;
            int high = n;
            for (int i = 0; i < n; i++) {
                heights[i] = shares.weight(i) * n;
                aliases[i] = i; // a column that stays full needs no other
                if (heights[i] < column) {
                    order[low++] = i;
                } else {
                    order[--high] = i;
                }
            }
            while (low > 0 && high < n) {
                int small = order[--low];
                int large = order[high];
                thresholds[small] = Fractions.of(heights[small], column) + Long.MIN_VALUE;
                aliases[small] = large;
                heights[large] -= column - heights[small];
                if (heights[large] < column) {
                    high++;
                    order[low++] = large;
                }
            }
        }

        @Override
        public int pick(long key, Live live) {
            if (live == null) {
                return draw();
            }
            for (int i = 0; i < DRAWS; i++) {
                int drawn = draw();
                if (live.contains(drawn)) {
                    return drawn;
                }
            }
            return shares.at(env.nextLong(), live);
        }

        private int draw() {
            long random = env.nextLong();
            int column = Fractions.scale(random, aliases.length);
            long within = random * aliases.length;
            return within + Long.MIN_VALUE < thresholds[column] ? column : aliases[column];
        }
    }
}
