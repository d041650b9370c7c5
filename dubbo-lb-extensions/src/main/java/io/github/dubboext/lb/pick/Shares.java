package io.github.dubboext.lb.pick;

import java.util.Arrays;

/**
 * The weights of one generation as exact shares. If no weight is positive, every candidate counts 1. Sums are longs: 2^31
 * times any list that fits in memory does not overflow. Immutable.
 */
final class Shares {
    private final long[] weights;
    private final long total;

    private Shares(long[] weights, long total) {
        this.weights = weights;
        this.total = total;
    }

    static Shares of(Candidates candidates) {
        int n = candidates.size();
        long[] weights = new long[n];
        long total = 0;
        for (int i = 0; i < n; i++) {
            weights[i] = candidates.weight(i);
            total += weights[i];
        }
        if (total == 0) {
            Arrays.fill(weights, 1);
            total = n;
        }
        return new Shares(weights, total);
    }

    int size() {
        return weights.length;
    }

    long weight(int index) {
        return weights[index];
    }

    long total() {
        return total;
    }

    /**
     * The candidate at {@code fraction} / 2^64 of the way through the live weights; if all live weights are 0, of the way
     * through the live candidates. -1 if none is live. O(n).
     */
    int at(long fraction, Live live) {
        long liveTotal = 0;
        int liveCount = 0;
        for (int i = 0; i < weights.length; i++) {
            if (live.contains(i)) {
                liveTotal += weights[i];
                liveCount++;
            }
        }
        boolean equal = liveTotal == 0;
        long left = Fractions.scale(fraction, equal ? liveCount : liveTotal);
        for (int i = 0; i < weights.length; i++) {
            if (live.contains(i)) {
                left -= equal ? 1 : weights[i];
                if (left < 0) {
                    return i;
                }
            }
        }
        return -1;
    }
}
