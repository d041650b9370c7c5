package io.github.dubboext.lb.pick;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dubboext.lb.env.Env;
import java.util.Arrays;
import java.util.BitSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class WeightedRandomTest extends StrategyContract {
    private static final int PICKS = 1_000_000;
    /** 1e-6 for the whole family, split over fewer than 100 tests of counts in this class. */
    private static final double ALPHA = 1e-8;

    @Override
    Strategy strategy(Env env) {
        return new WeightedRandom(env);
    }

    static Stream<long[]> weights() {
        return Stream.of(
                new long[] {100, 100},
                new long[] {1, 2, 3},
                new long[] {1, 1000},
                new long[] {2_000_000_000, 1, 1_000_000_000},
                new long[] {1_500_000_000, 1_500_000_000, 1_600_000_000},
                new long[] {1_000_000_007, 1_000_000_009, 1_000_000_021, 999_999_937},
                new long[] {0, 10, 0, 20, 0},
                equal(257),
                LongStream.rangeClosed(1, 100).toArray(),
                LongStream.range(0, 257).map(i -> i % 5 == 0 ? 0 : i).toArray(),
                LongStream.range(0, 50).map(i -> i == 17 ? 10_000 : 100).toArray());
    }

    private static long[] equal(int n) {
        long[] weights = new long[n];
        Arrays.fill(weights, 100);
        return weights;
    }

    @ParameterizedTest
    @MethodSource("weights")
    void shares_followWeights(long[] weights) {
        Picker picker = strategy(env).picker(new FixedCandidates(weights));
        ChiSquare.assertFollows(count(picker, null, weights.length, PICKS), weights, ALPHA);
    }

    @ParameterizedTest
    @MethodSource("weights")
    void shares_overASubset_followItsWeights(long[] weights) {
        Picker picker = strategy(env).picker(new FixedCandidates(weights));
        // Two of three stay, then one of ten: redraws in the first case, mostly the scan in the second.
        for (int[] keep : new int[][] {{3, 2}, {10, 1}}) {
            BitSet live = new BitSet();
            long[] liveWeights = new long[weights.length];
            for (int i = 0; i < weights.length; i++) {
                if (i % keep[0] < keep[1]) {
                    live.set(i);
                    liveWeights[i] = weights[i];
                }
            }
            if (Arrays.stream(liveWeights).sum() > 0) {
                ChiSquare.assertFollows(count(picker, live::get, weights.length, 200_000), liveWeights, ALPHA);
            }
        }
    }

    @Test
    void shares_allZero_areEqual() {
        Picker picker = strategy(env).picker(new FixedCandidates(0, 0, 0));
        ChiSquare.assertFollows(count(picker, null, 3, PICKS), new long[] {1, 1, 1}, ALPHA);
    }

    @Test
    void aWeightOfOneInABillion_getsItsShareExactly() {
        // Drawn by the table's own arithmetic: the share of the first column must be 1 / (10^9 + 1) to 1e-6 of itself.
        // Every 2^64 / 1024-th random number would never meet it, so count over the stretch where it lies: column 0.
        AtomicLong random = new AtomicLong();
        Env env = new ScriptedDraws(random);
        Picker picker = new WeightedRandom(env).picker(new FixedCandidates(1, 1_000_000_000));
        long low = 0;
        long high = Long.MAX_VALUE; // column 0 is the lower half of the draws; candidate 0 has its beginning
        while (low + 1 < high) {
            long middle = (low + high) >>> 1;
            random.set(middle);
            if (picker.pick(0, null) == 0) {
                low = middle;
            } else {
                high = middle;
            }
        }
        double share = high / 0x1p64;
        assertThat(share * 1_000_000_001.0).isBetween(1 - 1e-6, 1 + 1e-6);
    }

    @Test
    void shares_fromEightThreads_followWeights() throws InterruptedException {
        long[] weights = {100, 200, 300, 0, 1000};
        Picker picker = strategy(env).picker(new FixedCandidates(weights));
        ChiSquare.assertFollows(
                Threads.count(8, PICKS / 8, weights.length, () -> picker.pick(0, null)), weights, ALPHA);
    }

    private record ScriptedDraws(AtomicLong next) implements Env {
        @Override
        public long nanoTime() {
            return 0;
        }

        @Override
        public long coarseNanoTime() {
            return 0;
        }

        @Override
        public long wallMillis() {
            return 0;
        }

        @Override
        public long nextLong() {
            return next.get();
        }
    }
}
