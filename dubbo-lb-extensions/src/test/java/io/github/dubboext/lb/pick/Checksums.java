package io.github.dubboext.lb.pick;

import java.util.SplittableRandom;

/** One number for a whole mapping: two JVMs that compute the number written down in a test agree on every key. */
final class Checksums {
    private Checksums() {}

    static long of(Picker picker) {
        SplittableRandom keys = new SplittableRandom(11);
        long sum = 0;
        for (int i = 0; i < 200_000; i++) {
            sum = KeyHash.combine(sum, picker.pick(keys.nextLong(), null));
        }
        for (int i = 0; i < 20_000; i++) {
            sum = KeyHash.combine(sum, picker.pick(keys.nextLong(), index -> index % 7 == 3));
        }
        for (int i = 0; i < 1_000; i++) {
            sum = KeyHash.combine(sum, picker.pick(keys.nextLong(), index -> index % 10 == 0));
        }
        return sum;
    }

    /** Weights 0, 10, 20 … 90, over and over. */
    static NamedCandidates weighted(int n) {
        NamedCandidates some = NamedCandidates.none();
        for (int i = 0; i < n; i++) {
            some = some.with("10.4.0." + i + ":20880", i % 10 * 10L);
        }
        return some;
    }
}
