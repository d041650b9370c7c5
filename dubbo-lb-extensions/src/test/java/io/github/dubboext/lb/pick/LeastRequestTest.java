package io.github.dubboext.lb.pick;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dubboext.lb.env.Env;
import io.github.dubboext.lb.stats.Outcome;
import java.util.Arrays;
import java.util.BitSet;
import org.junit.jupiter.api.Test;

class LeastRequestTest extends StrategyContract {
    private static final long SECOND = 1_000_000_000L;
    /** 1e-6 for the whole family, split over fewer than 100 tests of counts. */
    private static final double ALPHA = 1e-8;

    @Override
    Strategy strategy(Env env) {
        return new LeastRequest(LeastRequest.DEFAULT_CHOICES, env);
    }

    private static void begin(Candidates candidates, int index, int calls) {
        for (int i = 0; i < calls; i++) {
            candidates.stats(index).begin();
        }
    }

    private static long[] count(Picker picker, Live live, int n, int picks) {
        long[] counts = new long[n];
        for (int i = 0; i < picks; i++) {
            counts[picker.pick(0, live)]++;
        }
        return counts;
    }

    @Test
    void few_theOneWithTheFewestCalls_isAlwaysPicked() {
        FixedCandidates four = FixedCandidates.equal(4);
        begin(four, 0, 2);
        begin(four, 1, 1);
        begin(four, 2, 3);
        begin(four, 3, 2);
        assertThat(count(strategy(env).picker(four), null, 4, 1_000)).containsExactly(0, 1_000, 0, 0);
    }

    @Test
    void few_fewestCallsInTheList_isAlwaysPicked() {
        FixedCandidates four = FixedCandidates.equal(4);
        begin(four, 0, 2);
        begin(four, 2, 3);
        Picker picker = strategy(env).picker(four);
        assertThat(count(picker, index -> index == 0 || index == 2, 4, 1_000)).containsExactly(1_000, 0, 0, 0);
    }

    @Test
    void idle_sharesFollowWeights() {
        for (long[] weights : new long[][] {{100, 300}, {100, 200, 300}, {10, 100, 100, 100}, {1, 2, 3, 4, 5, 6, 7}}) {
            Picker picker = strategy(env).picker(new FixedCandidates(weights));
            ChiSquare.assertFollows(count(picker, null, weights.length, 200_000), weights, ALPHA);
        }
    }

    @Test
    void busyInProportionToWeights_sharesFollowWeights() {
        FixedCandidates three = new FixedCandidates(100, 200, 300);
        begin(three, 0, 10);
        begin(three, 1, 20);
        begin(three, 2, 30);
        ChiSquare.assertFollows(
                count(strategy(env).picker(three), null, 3, 200_000), new long[] {100, 200, 300}, ALPHA);
    }

    @Test
    void ties_amongTheIdle_areBrokenEvenly() {
        FixedCandidates four = FixedCandidates.equal(4);
        begin(four, 0, 1);
        ChiSquare.assertFollows(count(strategy(env).picker(four), null, 4, 200_000), new long[] {0, 1, 1, 1}, ALPHA);
    }

    @Test
    void many_theBusiest_isPickedOnlyIfAllChoicesWereBusy() {
        FixedCandidates ten = FixedCandidates.equal(10);
        begin(ten, 9, 5);
        // Four distinct choices of ten: never the busy one alone.
        assertThat(count(strategy(env).picker(ten), null, 10, 50_000)[9]).isZero();
    }

    @Test
    void many_oneIdle_isPickedWheneverItIsDrawn() {
        FixedCandidates ten = FixedCandidates.equal(10);
        for (int i = 1; i < 10; i++) {
            begin(ten, i, 1);
        }
        // P(among 4 distinct of 10) = 0.4, but each choice is drawn up to 3 times only: it falls short by 1 in 100 at
        // most.
        // 4 sigma of 100,000 picks: 0.0062.
        long[] counts = count(strategy(env).picker(ten), null, 10, 100_000);
        assertThat(counts[0] / 100_000.0).isBetween(0.389, 0.4062);
    }

    @Test
    void load_underManyCalls_comesToBeInProportionToWeights() {
        // 550 calls in flight at all times over 9 at weight 100 and one that warms up, at 10: 60.4 and 6.04 of them.
        long[] weights = {100, 100, 100, 100, 100, 100, 100, 100, 100, 10};
        double[] inFlight = meanInFlight(weights, 550);
        assertThat(inFlight[9]).isBetween(5.0, 7.1);
        for (int i = 0; i < 9; i++) {
            assertThat(inFlight[i]).isBetween(57.0, 64.0);
        }
    }

    @Test
    void load_underFewCalls_comesToBeInProportionToWeights() {
        // 16 calls in flight over two at 100 and one at 10: 7.6 and 0.76.
        assertThat(meanInFlight(new long[] {100, 100, 10}, 16)[2]).isBetween(0.5, 1.0);
        // 3 calls: 1.43 and 0.143; but calls are whole, and it is the only idle one now and then.
        assertThat(meanInFlight(new long[] {100, 100, 10}, 3)[2]).isBetween(0.1, 0.35);
    }

    /** Calls of random length: each time one of those in flight ends, and another begins. */
    private double[] meanInFlight(long[] weights, int calls) {
        FixedCandidates candidates = new FixedCandidates(weights);
        Picker picker = strategy(env).picker(candidates);
        int[] where = new int[calls];
        for (int i = 0; i < calls; i++) {
            where[i] = picker.pick(0, null);
            candidates.stats(where[i]).begin();
        }
        double[] sums = new double[weights.length];
        int rounds = 100_000;
        for (int i = 0; i < rounds; i++) {
            int ends = env.nextInt(calls);
            candidates.stats(where[ends]).end();
            where[ends] = picker.pick(0, null);
            candidates.stats(where[ends]).begin();
            for (int c = 0; c < weights.length; c++) {
                sums[c] += candidates.stats(c).inFlight();
            }
        }
        for (int c = 0; c < weights.length; c++) {
            sums[c] /= rounds;
        }
        return sums;
    }

    @Test
    void failed_weighsAsACallForAsLongAsATimeout() {
        FixedCandidates two = FixedCandidates.equal(2);
        two.stats(0).begin(0, SECOND).end(Outcome.FAILURE, 0);
        Picker picker = strategy(env).picker(two);
        env.passMillis(900);
        assertThat(count(picker, null, 2, 1_000)).containsExactly(0, 1_000);
        env.passMillis(200);
        assertThat(count(picker, null, 2, 1_000)[0]).isBetween(400L, 600L);
    }

    @Test
    void allLiveOfWeightZero_theLeastBusyOneIsNotRequired_butAllAreMembers() {
        Picker picker = strategy(env).picker(new FixedCandidates(0, 0, 100));
        BitSet picked = new BitSet();
        for (int i = 0; i < 200; i++) {
            picked.set(picker.pick(0, index -> index < 2));
        }
        assertThat(picked).hasToString("{0, 1}");
    }

    @Test
    void oneHeavyAmongManyLight_getsItsShare() {
        long[] weights = new long[50];
        Arrays.fill(weights, 100);
        weights[17] = 10_000;
        Picker picker = strategy(env).picker(new FixedCandidates(weights));
        // Idle: its weight is 10,000 of 14,900.
        ChiSquare.assertFollows(count(picker, null, 50, 200_000), weights, ALPHA);
    }
}
