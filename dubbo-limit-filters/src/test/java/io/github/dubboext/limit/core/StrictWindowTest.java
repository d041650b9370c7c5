package io.github.dubboext.limit.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dubboext.limit.testing.ScriptedClock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StrictWindowTest {

    private static final long ORIGIN = 1_000;

    private static boolean admits(RateLimiter limiter, long now) {
        return limiter.tryAcquire(now, 0) == 0;
    }

    /** Keeps every stamp, and counts: the definition. */
    private static final class Log {
        private final int calls;
        private final long window;
        private final Deque<Long> stamps = new ArrayDeque<>();

        Log(int calls, long window) {
            this.calls = calls;
            this.window = window;
        }

        boolean admits(long now) {
            while (!stamps.isEmpty() && now - stamps.peekFirst() >= window) {
                stamps.removeFirst();
            }
            return stamps.size() < calls && stamps.add(now);
        }
    }

    @Test
    void everySequence_smallLimitsAndWindows_admitsWhatTheDefinitionDoes() {
        // 4 limits x 4 windows x 4^8 sequences of steps of 0 to 3 = 1,048,576 runs of 8 calls.
        for (int calls = 1; calls <= 4; calls++) {
            for (int window = 1; window <= 4; window++) {
                for (int code = 0; code < 1 << 16; code++) {
                    StrictWindow strict = new StrictWindow(calls, window, ORIGIN, RateHistory.NONE);
                    Log log = new Log(calls, window);
                    long now = ORIGIN;
                    for (int i = 0; i < 8; i++) {
                        now += (code >>> (2 * i)) & 3;
                        if (admits(strict, now) != log.admits(now)) {
                            throw new AssertionError(calls + " in " + window + ", steps " + code + ", call " + i);
                        }
                    }
                }
            }
        }
    }

    @Test
    void everyChange_smallLimits_neverAdmitsMoreThanTheLargerLimitInAnyWindow() {
        int window = 3;
        for (int before = 1; before <= 4; before++) {
            for (int after = 1; after <= 4; after++) {
                for (int code = 0; code < 1 << 16; code++) {
                    RateLimiter limiter = new StrictWindow(before, window, ORIGIN, RateHistory.NONE);
                    List<Long> admitted = new ArrayList<>();
                    long now = ORIGIN;
                    for (int i = 0; i < 8; i++) {
                        now += (code >>> (2 * i)) & 3;
                        if (i == 4) {
                            limiter = new StrictWindow(after, window, now, limiter.seal(new ScriptedClock(now)));
                        }
                        if (admits(limiter, now)) {
                            admitted.add(now);
                        }
                    }
                    assertNoWindowAbove(admitted, Math.max(before, after), window);
                }
            }
        }
    }

    private static void assertNoWindowAbove(List<Long> stamps, int calls, long window) {
        for (int i = calls; i < stamps.size(); i++) {
            if (stamps.get(i) - stamps.get(i - calls) < window) {
                throw new AssertionError(calls + " in " + window + " exceeded: " + stamps);
            }
        }
    }

    @Test
    void change_budgetUsedUp_grantsNoSecondOne() {
        StrictWindow old = new StrictWindow(5, 1_000, ORIGIN, RateHistory.NONE);
        for (int i = 0; i < 5; i++) {
            assertThat(admits(old, ORIGIN + i)).isTrue();
        }

        StrictWindow raised = new StrictWindow(7, 1_000, ORIGIN + 10, old.seal(new ScriptedClock(ORIGIN + 10)));

        // 7 - 5 are left; then the first of the old ones must be 1,000 back.
        assertThat(admits(raised, ORIGIN + 11)).isTrue();
        assertThat(admits(raised, ORIGIN + 12)).isTrue();
        assertThat(admits(raised, ORIGIN + 999)).isFalse();
        assertThat(admits(raised, ORIGIN + 1_000)).isTrue();
        assertThat(admits(raised, ORIGIN + 1_000)).isFalse();
        assertThat(old.tryAcquire(ORIGIN + 5_000, 0)).isEqualTo(RateLimiter.SEALED);
        assertThat(old.seal(new ScriptedClock(ORIGIN + 5_000)).size()).isZero();
    }

    @Test
    void interval_made60TimesLonger_stillCountsThePast() {
        StrictWindow second = new StrictWindow(3, 1_000, ORIGIN, RateHistory.NONE);
        for (int i = 0; i < 3; i++) {
            assertThat(admits(second, ORIGIN)).isTrue();
        }

        StrictWindow minute =
                new StrictWindow(3, 60_000, ORIGIN + 5_000, second.seal(new ScriptedClock(ORIGIN + 5_000)));

        assertThat(admits(minute, ORIGIN + 59_999)).isFalse();
        assertThat(admits(minute, ORIGIN + 60_000)).isTrue();
    }

    @Test
    void interval_madeTenTimesLonger_countsCallsThatTheOldLimiterHasOverwritten() {
        StrictWindow old = new StrictWindow(10, 1_000, ORIGIN, RateHistory.NONE);
        int before = 0;
        for (long now = ORIGIN; now < ORIGIN + 10_000; now++) {
            before += admits(old, now) ? 1 : 0;
        }
        assertThat(before).isEqualTo(100);

        StrictWindow longer =
                new StrictWindow(100, 10_000, ORIGIN + 10_000, old.seal(new ScriptedClock(ORIGIN + 10_000)));

        // The first ten were at 0 to 9, and go one by one.
        for (int i = 0; i < 10; i++) {
            assertThat(admits(longer, ORIGIN + 10_000 + i)).isTrue();
            assertThat(admits(longer, ORIGIN + 10_000 + i)).isFalse();
        }
        assertThat(admits(longer, ORIGIN + 10_999)).isFalse();
        assertThat(admits(longer, ORIGIN + 11_000)).isTrue();
    }

    @Test
    void everyChangeOfInterval_smallLimits_neverAdmitsInAWindowThatHasTheNewLimitAlready() {
        for (int before = 1; before <= 3; before++) {
            for (int after = 1; after <= 5; after++) {
                for (int code = 0; code < 1 << 18; code++) {
                    RateLimiter limiter = new StrictWindow(before, 2, ORIGIN, RateHistory.NONE);
                    List<Long> admitted = new ArrayList<>();
                    long now = ORIGIN;
                    for (int i = 0; i < 9; i++) {
                        now += (code >>> (2 * i)) & 3;
                        if (i == 6) {
                            limiter = new StrictWindow(after, 7, now, limiter.seal(new ScriptedClock(now)));
                        }
                        if (admits(limiter, now)) {
                            admitted.add(now);
                            int last = admitted.size() - 1;
                            if (i >= 6 && last >= after && now - admitted.get(last - after) < 7) {
                                throw new AssertionError(after + " in 7 exceeded: " + admitted + ", " + before);
                            }
                        }
                    }
                }
            }
        }
    }

    @Test
    void interval_madeLongerAfterOneCall_leavesTheRest() {
        StrictWindow old = new StrictWindow(10, 1_000, ORIGIN, RateHistory.NONE);
        assertThat(admits(old, ORIGIN)).isTrue();

        StrictWindow longer =
                new StrictWindow(100, 10_000, ORIGIN + 9_000, old.seal(new ScriptedClock(ORIGIN + 9_000)));

        int left = 0;
        for (int i = 0; i < 200; i++) {
            left += admits(longer, ORIGIN + 9_000) ? 1 : 0;
        }
        assertThat(left).isEqualTo(99);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 1_000})
    void eightThreads_hammeringForFiveWindows_noWindowAboveAndAlmostNothingWasted(int calls) throws Exception {
        long window = 200_000_000L;
        StrictWindow strict = new StrictWindow(calls, window, System.nanoTime(), RateHistory.NONE);
        CountDownLatch start = new CountDownLatch(1);
        long[][] found = new long[8][];
        List<Thread> threads = new ArrayList<>();
        long end = System.nanoTime() + 5 * window;
        for (int t = 0; t < 8; t++) {
            int me = t;
            Thread thread = new Thread(() -> {
                long[] mine = new long[8 * calls];
                int count = 0;
                try {
                    start.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                for (long now; (now = System.nanoTime()) - end < 0; ) {
                    // The stamp that the limiter keeps is this reading, between entry and exit of the call.
                    if (admits(strict, now)) {
                        mine[count++] = now;
                    }
                }
                found[me] = Arrays.copyOf(mine, count);
            });
            threads.add(thread);
            thread.start();
        }
        long first = System.nanoTime();
        start.countDown();
        for (Thread thread : threads) {
            thread.join();
        }

        List<Long> stamps = Arrays.stream(found)
                .flatMapToLong(Arrays::stream)
                .sorted()
                .boxed()
                .toList();
        assertNoWindowAbove(stamps, calls, window);
        // Whole windows that began under saturation, each worth "calls"; at least 98 % of them, and of one in any case.
        long windows = (end - first + window - 1) / window;
        assertThat(stamps.size()).isGreaterThanOrEqualTo((int) (0.98 * calls * windows) - (calls == 1 ? 1 : 0));
    }

    @Test
    void clock_nearTheEndOfItsRange_worksOn() {
        long start = Long.MAX_VALUE - 5_000;
        StrictWindow strict = new StrictWindow(1, 1_000, start, RateHistory.NONE);

        assertThat(admits(strict, start)).isTrue();
        assertThat(admits(strict, start + 999)).isFalse();
        assertThat(admits(strict, start + 1_000)).isTrue();
        assertThat(admits(strict, start + 6_000)).isTrue();
        assertThat(admits(strict, start + 6_999)).isFalse();
    }

    @Test
    void memory_anyLimit_isEightBytesACall() {
        assertThat(new StrictWindow(StrictWindow.CALLS_MAX, 1, 0, RateHistory.NONE).memoryBytes())
                .isEqualTo(524_288);
    }
}
