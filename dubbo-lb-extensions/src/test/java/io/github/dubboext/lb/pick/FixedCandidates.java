package io.github.dubboext.lb.pick;

import io.github.dubboext.lb.stats.ProviderStats;
import java.util.Arrays;

/** Candidates of given weights, at addresses 10.0.0.0:20880, 10.0.0.1:20880, … */
public class FixedCandidates implements Candidates {
    private final long[] weights;
    private final ProviderStats[] stats;

    public FixedCandidates(long... weights) {
        this.weights = weights;
        this.stats = new ProviderStats[weights.length];
        Arrays.setAll(stats, i -> new ProviderStats());
    }

    public static FixedCandidates equal(int n) {
        long[] weights = new long[n];
        Arrays.fill(weights, 100);
        return new FixedCandidates(weights);
    }

    @Override
    public int size() {
        return weights.length;
    }

    @Override
    public long weight(int index) {
        return weights[index];
    }

    @Override
    public long baseWeight(int index) {
        return weights[index];
    }

    @Override
    public String address(int index) {
        return "10.0." + index / 256 + "." + index % 256 + ":20880";
    }

    @Override
    public ProviderStats stats(int index) {
        return stats[index];
    }
}
