package io.github.dubboext.lb.pick;

import io.github.dubboext.lb.env.Env;
import io.github.dubboext.lb.stats.ProviderStats;
import java.util.Locale;

/**
 * Of a few distinct candidates drawn at random, or of all if they are few, the one with the lowest score (M. Mitzenmacher,
 * "The power of two choices in randomized load balancing", 2001).
 *
 * <p>Weights come in twice, once for each end of the range. Candidates are drawn in proportion to their weights, and a
 * score counts calls in flight per weight. So candidates with the same calls in flight per weight are chosen in proportion
 * to their weights, an idle cluster included, and under load the calls in flight come to be in that proportion.
 *
 * <p>O(n) to build; a pick costs O(choices).
 */
final class BestOfChoices implements Picker {
    static final int MAX_CHOICES = 8;

    interface Score {
        /**
         * How bad it would be to choose this candidate.
         *
         * @param loadPerCall how much of a load one call is to this candidate: 1 at the mean weight, more below it
         * @param nowNanos from the coarse clock
         * @return lower is better; {@link #LAST_RESORT} or more if others should be preferred whatever their score
         */
        double of(ProviderStats stats, double loadPerCall, long nowNanos);

        /** A score in words. */
        default String describe(double score) {
            return String.format(Locale.ROOT, "score %.2f", score);
        }
    }

    static final double LAST_RESORT = 1e30;

    /** Tries for a candidate not drawn before. Where that fails, a few weigh so much that there is little to choose. */
    private static final int REDRAWS = 3;

    private static final long LANES = 0x0001_0001_0001_0001L;

    private final Env env;
    private final Score score;
    private final Picker draws;
    private final int choices;
    private final ProviderStats[] stats;
    private final double[] loadPerCall;
    private final Shares shares;
    private final long heaviest;

    BestOfChoices(Candidates candidates, int choices, Score score, Env env) {
        int n = candidates.size();
        this.env = env;
        this.score = score;
        this.choices = Math.min(n, choices);
        this.stats = new ProviderStats[n];
        this.loadPerCall = new double[n];
        this.shares = Shares.of(candidates);
        this.draws = WeightedRandom.picker(shares, env);
        long max = 0;
        int positive = 0;
        for (int i = 0; i < n; i++) {
            stats[i] = candidates.stats(i);
            max = Math.max(max, shares.weight(i));
            positive += shares.weight(i) > 0 ? 1 : 0;
        }
        this.heaviest = max;
        for (int i = 0; i < n; i++) {
            // One of weight 0 comes up only where there is nothing but such, and then they are equal.
            loadPerCall[i] = shares.weight(i) == 0 ? 1 : (double) shares.total() / positive / shares.weight(i);
        }
    }

    @Override
    public int pick(long key, Live live) {
        int first = draws.pick(key, live);
        if (first < 0 || choices == 1) {
            return first;
        }
        long now = env.coarseNanoTime();
        return choices == stats.length ? bestOfAll(first, live, now) : bestOfDrawn(first, live, now);
    }

    /**
     * The first drawn stands for election in any case, any other with a probability in proportion to its weight: with equal
     * weights that is everybody.
     */
    private int bestOfAll(int first, Live live, long now) {
        int best = first;
        double lowest = score(first, now);
        int equal = 1;
        for (int i = 0; i < stats.length; i++) {
            if (i != first && stands(i) && (live == null || live.contains(i))) {
                double s = score(i, now);
                if (s < lowest) {
                    best = i;
                    lowest = s;
                    equal = 1;
                } else if (s == lowest && best != first && env.nextInt(++equal) == 0) {
                    best = i;
                }
            }
        }
        return best;
    }

    private boolean stands(int i) {
        long weight = shares.weight(i);
        return weight == heaviest || Fractions.scale(env.nextLong(), heaviest) < weight;
    }

    private int bestOfDrawn(int first, Live live, long now) {
        int best = first;
        double lowest = score(first, now);
        // The indices drawn, 16 bits each, in two longs: an array would be garbage. All ones is an empty lane.
        long drawn = -1L << 16 | (first & 0xFFFF);
        long drawnBefore = -1;
        for (int k = 1; k < choices; k++) {
            for (int draw = 0; draw < REDRAWS; draw++) {
                int i = draws.pick(0, live);
                if (!holds(drawn, i) && !holds(drawnBefore, i)) {
                    drawnBefore = drawnBefore << 16 | drawn >>> 48;
                    drawn = drawn << 16 | (i & 0xFFFF);
                    double s = score(i, now);
                    if (s < lowest) {
                        best = i;
                        lowest = s;
                    }
                    break;
                }
            }
        }
        return best;
    }

    /** Whether one of the four lanes is {@code index}; beyond 65,535 two may be taken for one, which costs a choice. */
    private static boolean holds(long lanes, int index) {
        long zeroIfEqual = lanes ^ (index & 0xFFFF) * LANES;
        return ((zeroIfEqual - LANES) & ~zeroIfEqual & (LANES << 15)) != 0;
    }

    @Override
    public String describe(int index) {
        // No draw meets one of weight 0 while another has a weight, so its score is no standing.
        return shares.weight(index) == 0 ? "" : score.describe(score(index, env.coarseNanoTime()));
    }

    private double score(int i, long now) {
        return score.of(stats[i], loadPerCall[i], now);
    }
}
