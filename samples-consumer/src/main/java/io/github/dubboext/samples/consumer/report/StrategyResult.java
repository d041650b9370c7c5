package io.github.dubboext.samples.consumer.report;

import io.github.dubboext.samples.consumer.load.LoadResult;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * One line of the table.
 *
 * @param strategy the value of {@code loadbalance}, or what else tells this run from the others
 * @param weights what the providers announced, by {@code host:port}; empty where weights or providers change during the run
 */
public record StrategyResult(String strategy, SortedMap<String, Integer> weights, LoadResult load) {

    /** Those that were there at the beginning, and those that answered later. */
    public SortedSet<String> providers() {
        SortedSet<String> all = new TreeSet<>(weights.keySet());
        all.addAll(load.providers().keySet());
        return all;
    }

    /** What the weight of a provider promises, 0 to 1; not a number where that is not known. */
    public double promisedShareOf(String provider) {
        long sum = weights.values().stream().mapToLong(Integer::longValue).sum();
        if (!weights.containsKey(provider)) {
            return Double.NaN;
        }
        return sum == 0 ? 1.0 / weights.size() : (double) weights.get(provider) / sum;
    }

    /** The largest difference between a provider's share of the answers and what its weight promises, 0 to 1. */
    public double furthestFromPromise() {
        return weights.keySet().stream()
                .mapToDouble(provider -> Math.abs(load.shareOf(provider) - promisedShareOf(provider)))
                .max()
                .orElse(0);
    }
}
