package io.github.dubboext.lb.pick;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dubboext.lb.env.Env;
import io.github.dubboext.lb.stats.Decay;
import io.github.dubboext.lb.stats.Outcome;
import io.github.dubboext.lb.stats.ProviderStats;
import org.junit.jupiter.api.Test;

class PeakEwmaTest extends StrategyContract {
    private static final long MILLI = 1_000_000;

    @Override
    Strategy strategy(Env env) {
        return new PeakEwma(PeakEwma.DEFAULT_CHOICES, 10_000, env);
    }

    private void answer(Candidates candidates, int index, long millis) {
        ProviderStats stats = candidates.stats(index);
        stats.begin(env.nanoTime() - millis * MILLI, 1_000 * MILLI).end(Outcome.ANSWER, env.nanoTime());
    }

    @Test
    void few_theFastest_isAlwaysPicked() {
        FixedCandidates three = FixedCandidates.equal(3);
        answer(three, 0, 20);
        answer(three, 1, 10);
        answer(three, 2, 200);
        assertThat(count(strategy(env).picker(three), null, 3, 1_000)).containsExactly(0, 1_000, 0);
    }

    @Test
    void score_isLatencyTimesCallsInFlightAndOne() {
        FixedCandidates two = FixedCandidates.equal(2);
        answer(two, 0, 10);
        answer(two, 1, 25);
        Picker picker = strategy(env).picker(two);
        two.stats(0).begin(); // 10 * 2 < 25 * 1
        assertThat(count(picker, null, 2, 100)).containsExactly(100, 0);
        two.stats(0).begin(); // 10 * 3 > 25 * 1
        assertThat(count(picker, null, 2, 100)).containsExactly(0, 100);
    }

    @Test
    void timedOut_weighsInFlight() {
        FixedCandidates two = FixedCandidates.equal(2);
        Picker picker = strategy(env).picker(two);
        two.stats(0).begin(env.nanoTime(), 10 * MILLI).end(Outcome.TIMEOUT, env.nanoTime());
        answer(two, 1, 15);
        // Both are known to take about as long, 10 and 15 ms, but the first is probably still busy: 10 * 2 > 15.
        assertThat(count(picker, null, 2, 100)).containsExactly(0, 100);
    }

    @Test
    void halfOfFew_slow_areNotPickedAtAll() {
        FixedCandidates four = FixedCandidates.equal(4);
        answer(four, 0, 5);
        answer(four, 1, 5);
        answer(four, 2, 1);
        answer(four, 3, 1);
        long[] counts = count(strategy(env).picker(four), null, 4, 10_000);
        assertThat(counts[0] + counts[1]).isZero(); // two choices of four would meet two slow ones in 1 of 6 picks
    }

    @Test
    void failsInAMillisecond_isNotPicked() {
        FixedCandidates three = FixedCandidates.equal(3);
        answer(three, 0, 20);
        answer(three, 1, 20);
        three.stats(2).begin(env.nanoTime(), 1_000 * MILLI).end(Outcome.FAILURE, env.nanoTime() + MILLI);
        assertThat(count(strategy(env).picker(three), null, 3, 1_000)[2]).isZero();
    }

    @Test
    void nothingKnown_eachGetsOneCallFirst() {
        FixedCandidates four = FixedCandidates.equal(4);
        Picker picker = strategy(env).picker(four);
        for (int i = 0; i < 4; i++) {
            four.stats(picker.pick(0, null)).begin();
        }
        for (int i = 0; i < 4; i++) {
            assertThat(four.stats(i).inFlight()).isEqualTo(1);
        }
        // All are being tried and more calls come: the least busy then.
        four.stats(0).begin();
        four.stats(2).begin();
        four.stats(3).begin();
        assertThat(picker.pick(0, null)).isEqualTo(1);
    }

    @Test
    void unknownOneAmongKnown_countsAsTypical_andGetsOneCallAtATime() {
        FixedCandidates four = FixedCandidates.equal(4);
        answer(four, 0, 10);
        answer(four, 1, 20);
        answer(four, 2, 90);
        Picker picker = strategy(env).picker(four);
        env.passMillis(1_000); // the strategy looks around once a second
        assertThat(count(picker, null, 4, 100)).containsExactly(100, 0, 0, 0); // typical, 20, is more than 10
        four.stats(0).begin();
        four.stats(0).begin();
        four.stats(1).begin();
        assertThat(count(picker, null, 4, 100)).containsExactly(0, 0, 0, 100); // 10 * 3, 20 * 2, 90, and a typical 20
        four.stats(3).begin();
        assertThat(count(picker, null, 4, 100))
                .containsExactly(100, 0, 0, 0); // not a second one while the first is out
    }

    @Test
    void unknownOne_neverNeeded_isTriedInTheEnd() {
        FixedCandidates two = FixedCandidates.equal(2);
        two.stats(1).decay(new Decay(10_000));
        answer(two, 0, 10);
        Picker picker = strategy(env).picker(two);
        boolean tried = false;
        for (int second = 0; second < 60 && !tried; second++) {
            env.passMillis(1_000);
            answer(two, 0, 10); // a caller with one call at a time: the known one is always free
            tried = picker.pick(0, null) == 1;
        }
        assertThat(tried).isTrue();
    }

    @Test
    void slowOnce_recovered_isTriedAgain() {
        FixedCandidates two = FixedCandidates.equal(2);
        answer(two, 0, 10);
        answer(two, 1, 200);
        Picker picker = strategy(env).picker(two);
        int seconds = 0;
        while (picker.pick(0, null) == 0) {
            env.passMillis(1_000);
            answer(two, 0, 10);
            seconds++;
        }
        // 200 * exp(-t / 10) < 10 after 30 s; two providers at 1 call/s keep it for 20 s: exp(-t / 20), after 60 s.
        assertThat(seconds).isBetween(29, 62);
    }

    @Test
    void longSilent_getsOneCallBeforeMore() {
        FixedCandidates two = FixedCandidates.equal(2);
        answer(two, 0, 10);
        answer(two, 1, 1_000);
        Picker picker = strategy(env).picker(two);
        env.passMillis(300_000);
        answer(two, 0, 10);
        for (int i = 0; i < 8; i++) {
            two.stats(picker.pick(0, null)).begin();
        }
        assertThat(two.stats(1).inFlight()).isEqualTo(1);
        assertThat(two.stats(0).inFlight()).isEqualTo(7);
    }

    @Test
    void warmingUp_equallyFast_getsAboutItsShareWhenIdle() {
        long[] weights = {100, 100, 10};
        FixedCandidates three = new FixedCandidates(weights);
        Picker picker = strategy(env).picker(three);
        long[] counts = new long[3];
        for (int i = 0; i < 100_000; i++) {
            for (int c = 0; c < 3; c++) { // latencies vary; no provider is faster than another
                three.stats(c).decay(new Decay(1));
                three.stats(c)
                        .begin(env.nanoTime() - (1_000 + env.nextInt(1_000)) * 10_000L, MILLI)
                        .end(Outcome.ANSWER, env.nanoTime());
            }
            env.passMillis(20);
            counts[picker.pick(0, null)]++;
        }
        // Its weight is 1/21, 4,762. It is always less than a third, and more than nothing.
        assertThat(counts[2]).isBetween(2_500L, 6_500L);
    }

    @Test
    void groups_ofWhichNoCallIsCounted_haveTheSharesOfTheirWeights() {
        Candidates groups = new FixedCandidates(100, 300) {
            private final ProviderStats[] stats = {new ProviderStats(0), new ProviderStats(MILLI)};

            @Override
            public ProviderStats stats(int index) {
                return stats[index];
            }

            @Override
            public boolean areGroups() {
                return true;
            }
        };
        FixedCandidates providers = FixedCandidates.equal(2);
        answer(providers, 0, 10);
        Strategy ewma = strategy(env);
        Picker amongProviders = ewma.picker(providers);
        env.passMillis(2_000);
        amongProviders.pick(0, null); // what is typical is known from now on
        ChiSquare.assertFollows(count(ewma.picker(groups), null, 2, 10_000), new long[] {100, 300}, 1e-8);
    }
}
