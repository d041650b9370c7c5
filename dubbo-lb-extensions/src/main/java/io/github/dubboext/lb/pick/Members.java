package io.github.dubboext.lb.pick;

import java.util.Arrays;
import java.util.Comparator;

/**
 * The candidates of a hash table in an order that does not depend on the order of the list: sorted by address. The place
 * in it is called <em>rank</em>. A second candidate on the same address is a member of its own, told apart by a number, in
 * the order of the list.
 *
 * <p>Weights are those without warm-up. Immutable.
 */
final class Members {
    private final String[] names;
    private final long[] weights;
    private final int[] candidates;

    private Members(String[] names, long[] weights, int[] candidates) {
        this.names = names;
        this.weights = weights;
        this.candidates = candidates;
    }

    /**
     * @param weighted whether weights above 0 differ; those of 0 are out either way, unless all are 0
     */
    static Members of(Candidates list, boolean weighted) {
        int n = list.size();
        Integer[] sorted = new Integer[n];
        for (int i = 0; i < n; i++) {
            sorted[i] = i;
        }
        Arrays.sort(sorted, Comparator.comparing(list::address)); // stable: equal addresses stay in list order
        String[] names = new String[n];
        long[] weights = new long[n];
        int[] candidates = new int[n];
        int copies = 0;
        long total = 0;
        for (int rank = 0; rank < n; rank++) {
            int candidate = sorted[rank];
            String address = list.address(candidate);
            copies = rank > 0 && address.equals(list.address(candidates[rank - 1])) ? copies + 1 : 0;
            names[rank] = copies == 0 ? address : address + '#' + copies + '#';
            long weight = list.baseWeight(candidate);
            weights[rank] = weighted ? weight : Math.min(weight, 1);
            candidates[rank] = candidate;
            total += weights[rank];
        }
        if (total == 0) {
            Arrays.fill(weights, 1);
        }
        return new Members(names, weights, candidates);
    }

    int size() {
        return names.length;
    }

    String name(int rank) {
        return names[rank];
    }

    /** From 0 up; at least one is above 0. */
    long weight(int rank) {
        return weights[rank];
    }

    long totalWeight() {
        long total = 0;
        for (long weight : weights) {
            total += weight;
        }
        return total;
    }

    /** Whether this member gets no key while one with a weight above 0 is there. */
    boolean drained(int rank) {
        return weights[rank] == 0;
    }

    boolean anyDrained() {
        for (long weight : weights) {
            if (weight == 0) {
                return true;
            }
        }
        return false;
    }

    /** Where in the list the member of this rank is. */
    int candidate(int rank) {
        return candidates[rank];
    }

    /** Whether both give the same table: equal names and weights, in whatever order of the list. */
    boolean sameTable(Members other) {
        return Arrays.equals(names, other.names) && Arrays.equals(weights, other.weights);
    }
}
