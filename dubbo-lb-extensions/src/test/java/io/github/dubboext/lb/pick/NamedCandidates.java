package io.github.dubboext.lb.pick;

import io.github.dubboext.lb.stats.ProviderStats;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Candidates by address, for tests in which the list changes and the provider stays. */
final class NamedCandidates implements Candidates {
    private record One(String address, long weight, long baseWeight, ProviderStats stats) {}

    private final List<One> all;

    private NamedCandidates(List<One> all) {
        this.all = all;
    }

    static NamedCandidates none() {
        return new NamedCandidates(List.of());
    }

    /** {@code n} of weight 100 at 10.1.0.0:20880, 10.1.0.1:20880, … */
    static NamedCandidates equal(int n) {
        return new NamedCandidates(IntStream.range(0, n)
                .mapToObj(i -> new One("10.1." + i / 256 + "." + i % 256 + ":20880", 100, 100, new ProviderStats()))
                .toList());
    }

    NamedCandidates with(String address, long weight) {
        return withWarmUp(address, weight, weight);
    }

    NamedCandidates withWarmUp(String address, long weight, long baseWeight) {
        List<One> more = new ArrayList<>(all);
        more.add(new One(address, weight, baseWeight, new ProviderStats()));
        return new NamedCandidates(more);
    }

    NamedCandidates without(int index) {
        List<One> fewer = new ArrayList<>(all);
        fewer.remove(index);
        return new NamedCandidates(fewer);
    }

    NamedCandidates shuffled(long seed) {
        List<One> other = new ArrayList<>(all);
        Collections.shuffle(other, new Random(seed));
        return new NamedCandidates(other);
    }

    @Override
    public int size() {
        return all.size();
    }

    @Override
    public long weight(int index) {
        return all.get(index).weight();
    }

    @Override
    public long baseWeight(int index) {
        return all.get(index).baseWeight();
    }

    @Override
    public String address(int index) {
        return all.get(index).address();
    }

    @Override
    public ProviderStats stats(int index) {
        return all.get(index).stats();
    }
}
