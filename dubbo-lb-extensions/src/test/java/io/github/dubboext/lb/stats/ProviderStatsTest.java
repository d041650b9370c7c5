package io.github.dubboext.lb.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class ProviderStatsTest {
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000 * MILLI;

    private final ProviderStats stats = new ProviderStats(); // known for long: the decay is the full one, 10 s

    private Call call(long beginNanos) {
        return stats.begin(beginNanos, SECOND);
    }

    private void answerIn(long nanos, long endNanos) {
        call(endNanos - nanos).end(Outcome.ANSWER, endNanos);
    }

    private double millis(long nowNanos) {
        return stats.estimateNanos(nowNanos) / MILLI;
    }

    @Test
    void inFlight_countsFromBeginToEnd() {
        Call one = call(0);
        Call other = call(0);
        assertThat(stats.inFlight()).isEqualTo(2);
        one.end(Outcome.ANSWER, MILLI);
        assertThat(stats.inFlight()).isEqualTo(1);
        other.end(Outcome.UNKNOWN, MILLI);
        assertThat(stats.inFlight()).isZero();
    }

    @Test
    void end_toldTwice_countsOnce() {
        Call call = call(0);
        call.end(Outcome.ANSWER, MILLI);
        call.end(Outcome.FAILURE, 2 * MILLI);
        assertThat(stats.inFlight()).isZero();
        assertThat(stats.failures()).isZero();
        assertThat(millis(MILLI)).isCloseTo(1, within(0.001));
    }

    @Test
    void estimate_withoutACall_isZero() {
        assertThat(stats.estimateNanos(SECOND)).isZero();
        call(0);
        assertThat(stats.estimateNanos(SECOND)).isZero();
    }

    @Test
    void estimate_slowerCall_risesAtOnce() {
        answerIn(10 * MILLI, SECOND);
        answerIn(200 * MILLI, SECOND);
        assertThat(millis(SECOND)).isCloseTo(200, within(0.001));
    }

    @Test
    void estimate_fasterCalls_fallsWithTheDecayTime() {
        answerIn(200 * MILLI, SECOND);
        answerIn(10 * MILLI, 11 * SECOND);
        // 10 + (200 - 10) / e = 79.90
        assertThat(millis(11 * SECOND)).isCloseTo(79.90, within(0.02));
    }

    @Test
    void estimate_manyFasterCalls_fallsAsIfThereWereOne() {
        answerIn(200 * MILLI, SECOND);
        for (int i = 1; i <= 100_000; i++) { // 10,000 a second: less than a tick apart
            answerIn(10 * MILLI, SECOND + i * MILLI / 10);
        }
        assertThat(millis(11 * SECOND)).isCloseTo(79.90, within(0.1));
    }

    @Test
    void estimate_silence_fallsTowardsZero() {
        answerIn(200 * MILLI, SECOND);
        assertThat(millis(11 * SECOND)).isCloseTo(73.58, within(0.02)); // 200 / e
        assertThat(millis(SECOND - 5)).isCloseTo(200, within(0.001)); // a coarse clock may lag
    }

    @Test
    void decay_byItsObject_decidesHowFast() {
        Decay decay = new Decay(1_000);
        stats.decay(decay);
        answerIn(200 * MILLI, SECOND);
        assertThat(millis(2 * SECOND)).isCloseTo(73.58, within(0.02));
        decay.atLeastNanos(4 * SECOND);
        assertThat(millis(5 * SECOND)).isCloseTo(73.58, within(0.02));
        decay.atLeastNanos(1_000 * SECOND); // 10 times what was set at most
        assertThat(millis(11 * SECOND)).isCloseTo(73.58, within(0.02));
    }

    @Test
    void estimate_ofANewProvider_forgetsWithinTheTimeItIsKnown() {
        ProviderStats young = new ProviderStats(0);
        young.begin(0, SECOND).end(Outcome.ANSWER, 200 * MILLI);
        // Known for 2 s: the decay time is 0.95 * 2 s, and 1.8 s have passed: 200 * exp(-1.8 / 1.9) = 77.56
        assertThat(young.estimateNanos(2 * SECOND) / MILLI).isCloseTo(77.56f, within(0.05f));
        // Known for 0.5 s: no less than 1 s; 0.3 s have passed: 200 * exp(-0.3) = 148.16
        assertThat(young.estimateNanos(SECOND / 2) / MILLI).isCloseTo(148.16f, within(0.05f));
        // Known for the decay time: 200 * exp(-0.98) = 75.06
        assertThat(young.estimateNanos(10 * SECOND) / MILLI).isCloseTo(75.06f, within(0.05f));
    }

    @Test
    void failure_inOneMillisecond_isChargedWithTheTimeout() {
        answerIn(10 * MILLI, SECOND);
        call(SECOND).end(Outcome.FAILURE, SECOND + MILLI);
        assertThat(millis(SECOND + MILLI)).isCloseTo(1_000, within(0.1));
        assertThat(stats.failures()).isEqualTo(1);
    }

    @Test
    void failure_ofASlowProvider_isChargedWithTwiceTheEstimate() {
        answerIn(3 * SECOND, 3 * SECOND);
        call(3 * SECOND).end(Outcome.FAILURE, 3 * SECOND);
        assertThat(millis(3 * SECOND)).isCloseTo(6_000, within(1.0));
    }

    @Test
    void failures_together_doubleTheEstimateOnce() {
        answerIn(3 * SECOND, 3 * SECOND);
        List<Call> calls = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            calls.add(call(3 * SECOND));
        }
        calls.forEach(call -> call.end(Outcome.FAILURE, 3 * SECOND));
        assertThat(millis(3 * SECOND)).isCloseTo(6_000, within(1.0));
    }

    @Test
    void failures_oneAfterTheOther_areChargedWith30SecondsAtMost() {
        for (int i = 0; i < 10; i++) {
            call(SECOND).end(Outcome.FAILURE, SECOND);
        }
        assertThat(millis(SECOND)).isCloseTo(30_000, within(5.0));
    }

    @Test
    void failure_weighsOneCall_forAsLongAsItIsChargedWith() {
        call(0).end(Outcome.FAILURE, 0);
        assertThat(stats.inFlight()).isZero();
        assertThat(stats.busy(0)).isZero(); // it failed: nobody works on it any more
        assertThat(stats.burden(0)).isEqualTo(1);
        assertThat(stats.burden(990 * MILLI)).isEqualTo(1);
        assertThat(stats.burden(1_100 * MILLI)).isZero();
    }

    @Test
    void timeout_weighsInFlightToo_forAWhile() {
        call(0).end(Outcome.TIMEOUT, SECOND);
        assertThat(stats.inFlight()).isZero();
        assertThat(stats.busy(SECOND)).isEqualTo(1);
        assertThat(stats.burden(SECOND)).isEqualTo(1);
        assertThat(stats.busy(2_100 * MILLI)).isZero();
        assertThat(stats.failures()).isEqualTo(1);
    }

    @Test
    void failures_manyOverTime_weighEachForItsOwnTime() {
        for (int i = 0; i < 3_000; i++) { // one a millisecond, for 3 s; each weighs 1 s
            call(i * MILLI).end(Outcome.FAILURE, i * MILLI);
            stats.decay(new Decay(1)); // keeps the estimate, and with it the charge, from growing
        }
        // Some 1,000 of the last second, and what sharing an entry makes of that: a 16th at most.
        assertThat(stats.burden(3 * SECOND)).isBetween(940, 1_063);
        assertThat(stats.burden(3_500 * MILLI)).isBetween(440, 563);
        assertThat(stats.burden(4_100 * MILLI)).isZero();
    }

    @Test
    void unknown_teachesNothing() {
        answerIn(10 * MILLI, SECOND);
        call(SECOND).end(Outcome.UNKNOWN, SECOND);
        assertThat(millis(SECOND)).isCloseTo(10, within(0.001));
        assertThat(stats.failures()).isZero();
    }

    @Test
    void stale_afterTheDecayTimeAndTwiceTheEstimate() {
        answerIn(2 * SECOND, 2 * SECOND);
        assertThat(stats.isStale(15 * SECOND)).isFalse(); // 13 s < 10 s + 2 * 2 s
        assertThat(stats.isStale(17 * SECOND)).isTrue();
    }

    @Test
    void estimate_afterDaysWithoutACall_isStale_andLearnsAgain() {
        long day = 86_400 * SECOND;
        for (long days = 1; days <= 8; days++) {
            ProviderStats idle = new ProviderStats();
            idle.begin(0, 10 * SECOND).end(Outcome.FAILURE, SECOND);
            long now = days * day;
            assertThat(idle.isStale(now)).isTrue();
            assertThat(idle.estimateNanos(now)).isZero();
            idle.begin(now, SECOND).end(Outcome.ANSWER, now + 5 * MILLI);
            assertThat(idle.estimateNanos(now + 5 * MILLI) / MILLI).isCloseTo(5f, within(0.001f));
        }
    }

    @Test
    void estimate_byAClockReadAMomentEarlier_isFresh() {
        answerIn(10 * MILLI, 60 * SECOND);
        assertThat(millis(59 * SECOND)).isCloseTo(10, within(0.001));
        assertThat(stats.isStale(59 * SECOND)).isFalse();
    }

    @Test
    void counters_fromEightThreads_endAtZero() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(8);
        try {
            List<Future<?>> done = new ArrayList<>();
            for (int t = 0; t < 8; t++) {
                done.add(pool.submit(() -> {
                    for (int i = 0; i < 20_000; i++) {
                        Outcome outcome = i % 2 == 0 ? Outcome.ANSWER : i % 4 == 1 ? Outcome.FAILURE : Outcome.TIMEOUT;
                        stats.begin(i, SECOND).end(outcome, i + MILLI);
                    }
                }));
            }
            for (Future<?> each : done) {
                each.get();
            }
        } finally {
            pool.shutdownNow();
        }
        assertThat(stats.inFlight()).isZero();
        assertThat(stats.failures()).isEqualTo(8 * 20_000 / 2);
        assertThat(stats.estimateNanos(20_000)).isGreaterThanOrEqualTo((float) MILLI);
    }
}
