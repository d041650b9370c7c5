package io.github.dubboext.lb.pick;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dubboext.lb.env.Env;
import io.github.dubboext.lb.env.ScriptedEnv;
import java.util.BitSet;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every strategy promises, whatever it looks at. A strategy's test extends this in a few lines. */
abstract class StrategyContract {

    /** A new strategy in this environment. */
    abstract Strategy strategy(Env env);

    final ScriptedEnv env = new ScriptedEnv(42);

    /** Keys for strategies that hash; the others do not look. */
    private final SplittableRandom keys = new SplittableRandom(7);

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 64, 65, 257})
    void pick_fromAll_isAnIndex(int n) {
        Picker picker = strategy(env).picker(FixedCandidates.equal(n));
        for (int i = 0; i < 2_000; i++) {
            assertThat(picker.pick(keys.nextLong(), null)).isBetween(0, n - 1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 64, 65, 257})
    void pick_fromASubset_isInIt(int n) {
        Picker picker = strategy(env).picker(FixedCandidates.equal(n));
        SplittableRandom random = new SplittableRandom(n);
        for (int i = 0; i < 500; i++) {
            BitSet live = new BitSet();
            for (int k = random.nextInt(1, n + 1); k > 0; k--) {
                live.set(random.nextInt(n));
            }
            assertThat(picker.pick(keys.nextLong(), live::get)).matches(live::get);
        }
    }

    @Test
    void pick_fromNothing_isMinusOne() {
        Picker picker = strategy(env).picker(FixedCandidates.equal(10));
        assertThat(picker.pick(keys.nextLong(), index -> false)).isEqualTo(-1);
    }

    @Test
    void weightZero_whileAnotherIsPositive_isNeverPicked() {
        Picker picker = strategy(env).picker(new FixedCandidates(0, 1, 0, Integer.MAX_VALUE, 0));
        for (int i = 0; i < 20_000; i++) {
            assertThat(picker.pick(keys.nextLong(), null)).isIn(1, 3);
            assertThat(picker.pick(keys.nextLong(), index -> index <= 1)).isEqualTo(1);
        }
    }

    @Test
    void allWeightsZero_countAsEqual_soEachIsPicked() {
        assertEachIsPicked(strategy(env).picker(new FixedCandidates(0, 0, 0, 0)), null, 4);
    }

    @Test
    void allLiveWeightsZero_countAsEqual_soEachIsPicked() {
        Picker picker = strategy(env).picker(new FixedCandidates(0, 0, 0, 0, 100));
        assertEachIsPicked(picker, index -> index < 4, 4);
    }

    private void assertEachIsPicked(Picker picker, Live live, int n) {
        BitSet picked = new BitSet();
        for (int i = 0; i < 1_000; i++) {
            picked.set(picker.pick(keys.nextLong(), live));
        }
        assertThat(picked.cardinality()).isEqualTo(n);
    }

    @Test
    void hugeWeights_doNotOverflow_soEachIsPicked() {
        long[] weights = LongStream.generate(() -> Integer.MAX_VALUE).limit(100).toArray();
        BitSet picked = new BitSet();
        Picker picker = strategy(env).picker(new FixedCandidates(weights));
        for (int i = 0; i < 20_000; i++) {
            picked.set(picker.pick(keys.nextLong(), null));
        }
        assertThat(picked.cardinality()).isEqualTo(100);
    }

    @Test
    void pick_allocatesNothing() {
        Picker picker = strategy(env).picker(FixedCandidates.equal(100));
        com.sun.management.ThreadMXBean threads =
                (com.sun.management.ThreadMXBean) java.lang.management.ManagementFactory.getThreadMXBean();
        long sum = 0;
        for (int i = 0; i < 50_000; i++) {
            sum += picker.pick(i * 0x9E3779B97F4A7C15L, null);
        }
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < 100_000; i++) {
            sum += picker.pick(i * 0x9E3779B97F4A7C15L, null);
        }
        long bytes = threads.getCurrentThreadAllocatedBytes() - before;
        assertThat(sum).isPositive();
        assertThat(bytes).as("bytes allocated by 100,000 picks").isLessThan(100_000); // less than one a pick
    }

    /** How often each of {@code n} is picked. */
    static long[] count(Picker picker, Live live, int n, int picks) {
        long[] counts = new long[n];
        for (int i = 0; i < picks; i++) {
            counts[picker.pick(0, live)]++;
        }
        return counts;
    }
}
