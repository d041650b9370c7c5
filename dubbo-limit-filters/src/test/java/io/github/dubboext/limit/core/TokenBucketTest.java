package io.github.dubboext.limit.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dubboext.limit.testing.ScriptedClock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TokenBucketTest {

    private static final long START = 1_000_000;

    private static boolean admits(RateLimiter limiter, long now) {
        return limiter.tryAcquire(now, 0) == 0;
    }

    private static int admitted(RateLimiter limiter, long from, long to, long step) {
        int count = 0;
        for (long now = from; now < to; now += step) {
            if (admits(limiter, now)) {
                count++;
            }
        }
        return count;
    }

    @Test
    void bursting_fromIdle_admitsTheBurstThenOneAStep() {
        // 10 in 1,000 ns: a step of 100 ns.
        TokenBucket bucket = TokenBucket.bursting(10, 1_000, 3, START, RateHistory.NONE);

        assertThat(admitted(bucket, START, START + 1, 1)).isEqualTo(1);
        assertThat(admits(bucket, START)).isTrue();
        assertThat(admits(bucket, START)).isTrue();
        assertThat(admits(bucket, START)).isFalse();
        assertThat(admits(bucket, START + 99)).isFalse();
        assertThat(admits(bucket, START + 100)).isTrue();
        assertThat(admits(bucket, START + 100)).isFalse();
        // Idle for long: a full burst again, not more.
        assertThat(admitted(bucket, START + 10_000, START + 10_050, 1)).isEqualTo(3);
    }

    @Test
    void bursting_rateThatDividesNoNanosecond_isNeverAbove() {
        // A step of 333.33 ns, rounded up to 333.375: 2,999.6 in 1,000,000 ns, and one more for the burst of 2.
        TokenBucket bucket = TokenBucket.bursting(3, 1_000, 2, START, RateHistory.NONE);

        int count = admitted(bucket, START, START + 1_000_000, 1);

        assertThat(count).isBetween(2_999, 3_001);
    }

    @Test
    void withinWindow_everyStart_neverMoreThanTheLimitInAnyWindow() {
        int calls = 20;
        long window = 1_000;
        TokenBucket bucket = TokenBucket.withinWindow(calls, window, START, RateHistory.NONE);
        List<Long> stamps = new ArrayList<>();
        long now = START;
        // Saturated, idle, saturated again at every phase.
        for (int i = 0; i < 200_000; i++) {
            now += i % 7_919 == 0 ? 1_717 : 1;
            if (admits(bucket, now)) {
                stamps.add(now);
            }
        }

        for (int i = calls; i < stamps.size(); i++) {
            assertThat(stamps.get(i) - stamps.get(i - calls)).isGreaterThanOrEqualTo(window);
        }
        // 90 % of 20 per 1,000 in the long run: 200 windows give 3,600.
        assertThat(stamps.size()).isGreaterThan(3_550);
    }

    @Test
    void pacing_callsAtOnce_getTurnsOneStepApartUpToTheirPatience() {
        TokenBucket pacer = TokenBucket.pacing(10, 1_000, START, RateHistory.NONE);

        assertThat(pacer.tryAcquire(START, 250)).isZero();
        assertThat(pacer.tryAcquire(START, 250)).isEqualTo(100);
        assertThat(pacer.tryAcquire(START, 250)).isEqualTo(200);
        assertThat(pacer.tryAcquire(START, 250)).isEqualTo(RateLimiter.REFUSED);
        assertThat(pacer.tryAcquire(START + 50, 250)).isEqualTo(250);
        assertThat(pacer.tryAcquire(START + 1_000, 0)).isZero();
    }

    @Test
    void change_emptyBucket_staysEmpty() {
        TokenBucket old = TokenBucket.bursting(10, 1_000, 5, START, RateHistory.NONE);
        assertThat(admitted(old, START, START + 5, 1)).isEqualTo(5);

        TokenBucket next = TokenBucket.bursting(20, 1_000, 5, START + 5, old.seal(new ScriptedClock(START + 5)));

        // The five tokens are owed at the new step of 50 ns since the first of them: one is free after 50 ns.
        assertThat(admits(next, START + 5)).isFalse();
        assertThat(admits(next, START + 49)).isFalse();
        assertThat(admits(next, START + 50)).isTrue();
        assertThat(old.tryAcquire(START + 9_000, 0)).isEqualTo(RateLimiter.SEALED);
    }

    @Test
    void change_fallbackToStrict_countsTheWholeWindow() {
        // 100 in 60,000 ns as the fallback has it: 10 at once and one in each 60,000 / 90 = 666.67 ns.
        TokenBucket old = TokenBucket.withinWindow(100, 60_000, START, RateHistory.NONE);
        // The last instant of the window: 10 + 59,999 / 666.67 = 99.998, so 99.
        assertThat(admitted(old, START, START + 60_000, 1)).isEqualTo(99);

        long change = START + 60_000;
        StrictWindow next = new StrictWindow(60, 60_000, change, old.seal(new ScriptedClock(change)));

        // The bucket is at 99 steps of 666.6875, so the 60th newest went at 39 steps = 26,000.8 or earlier: the most
        // that the bucket knows (it was 20,000, since the burst came first). A window later its place is free,
        assertThat(admitted(next, change, START + 86_000, 1)).isZero();
        // and then one in each step: 1 + 13,999 / 666.6875 = 21.998.
        assertThat(admitted(next, START + 86_000, START + 100_000, 1)).isEqualTo(21);
    }

    @Test
    void change_strictToFallback_neverMoreThanTheLargerLimitInAnyWindow() {
        StrictWindow strict = new StrictWindow(60, 60_000, START, RateHistory.NONE);
        assertThat(admitted(strict, START, START + 60, 1)).isEqualTo(60);

        TokenBucket next = TokenBucket.withinWindow(70, 60_000, START + 60, strict.seal(new ScriptedClock(START + 60)));

        // 60 owed at a step of 60,000 / 63 = 952.4 is 57,143 ns; 6 steps of tolerance are 5,714; the difference 51,429.
        assertThat(admitted(next, START + 60, START + 51_428, 1)).isZero();
        int more = admitted(next, START + 51_428, START + 60_000, 1);
        // 8,572 / 952.4 = 9.0, at most 10.
        assertThat(more).isBetween(9, 10);
    }

    @Test
    void replay_everyHistory_isWhatTheDefinitionSays() {
        // The short cut over even distances against a walk over every call, for both kinds of history.
        for (int calls = 1; calls <= 6; calls++) {
            for (int busy = 1; busy <= 400; busy += 3) {
                for (long window : new long[] {50, 100, 1_000}) {
                    StrictWindow strict = new StrictWindow(calls, 100, START, RateHistory.NONE);
                    TokenBucket bucket = TokenBucket.bursting(calls, 100, 3, START, RateHistory.NONE);
                    admitted(strict, START, START + busy, 7);
                    admitted(bucket, START, START + busy, 7);
                    assertReplay(strict.seal(new ScriptedClock(START + busy)), START + busy, window);
                    assertReplay(bucket.seal(new ScriptedClock(START + busy)), START + busy, window);
                }
            }
        }
    }

    private static void assertReplay(RateHistory past, long now, long window) {
        TokenBucket next = TokenBucket.withinWindow(20, window, now, past);
        // 2 at once, 18 spread. In sixteenths of a nanosecond, as the bucket counts.
        long step = (window * 16 - 1) / 18 + 1;
        int size = Math.min(20, past.count());
        long full = Long.MIN_VALUE;
        for (int age = size; age >= 1; age--) {
            full = Math.max(full, past.stamp(age) * 16) + step;
        }
        // Free once full - now <= one step.
        long free = size == 0 ? now : Math.max(now, (full - step + 15) >> 4);
        assertThat(free == now || !admits(next, free - 1)).isTrue();
        assertThat(admits(next, free)).isTrue();
    }

    @Test
    void change_fromStrictAndBack_countsThePast() {
        StrictWindow strict = new StrictWindow(4, 1_000, START, RateHistory.NONE);
        assertThat(admitted(strict, START, START + 4, 1)).isEqualTo(4);
        TokenBucket bucket = TokenBucket.bursting(4, 1_000, 4, START + 10, strict.seal(new ScriptedClock(START + 10)));
        assertThat(admits(bucket, START + 10)).isFalse();

        StrictWindow again = new StrictWindow(4, 1_000, START + 20, bucket.seal(new ScriptedClock(START + 20)));

        assertThat(admits(again, START + 20)).isFalse();
    }

    @Test
    void change_fromVeryFast_doesNotPunishForLongerThanOneBurst() {
        StrictWindow fast = new StrictWindow(1_000, 1_000, START, RateHistory.NONE);
        assertThat(admitted(fast, START, START + 1_000, 1)).isEqualTo(1_000);

        // One in 1,000 ns: 1,000 stamps would be 1,000,000 ns of debt; one burst of 1, the last at 999, is 1,000.
        TokenBucket slow =
                TokenBucket.bursting(1, 1_000, 1, START + 1_000, fast.seal(new ScriptedClock(START + 1_000)));

        assertThat(admits(slow, START + 1_998)).isFalse();
        assertThat(admits(slow, START + 1_999)).isTrue();
    }

    @Test
    void hugeNumbers_nothingOverflows() {
        long day = 86_400_000_000_000L;
        TokenBucket slow = TokenBucket.bursting(1, day, 1_000_000, START, RateHistory.NONE);
        TokenBucket fast = TokenBucket.bursting(Integer.MAX_VALUE, 1_000_000, 1_000_000, START, RateHistory.NONE);

        // A million days do not fit into 2^63 / 16 ns; a quarter of that does, which is 1,668 of them.
        int count = admitted(slow, START, START + 10_000, 1);
        assertThat(count).isBetween(1_600, 1_700);
        assertThat(admits(slow, START + 10_000)).isFalse();
        assertThat(admits(fast, START)).isTrue();
        assertThat(slow.seal(new ScriptedClock(START + 10_000)).size()).isEqualTo(count);
    }
}
