package io.github.dubboext.limit.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dubboext.limit.testing.ScriptedClock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rates, intervals and modes that change again and again, each change within the interval of the one before. */
class RateChangesTest {

    private static final long START = 1_000_000_000L;

    private enum Mode {
        STRICT,
        FALLBACK,
        BUCKET,
        PACE
    }

    /** A limit of {@code calls} in {@code window}, and the limiter that keeps it. */
    private static final class Rule {
        final Mode mode;
        final int calls;
        final long window;
        final RateLimiter limiter;

        Rule(Mode mode, int calls, long window, long now, RateHistory past) {
            this.mode = mode;
            this.calls = calls;
            this.window = window;
            this.limiter = switch (mode) {
                case STRICT -> new StrictWindow(calls, window, now, past);
                case FALLBACK -> TokenBucket.withinWindow(calls, window, now, past);
                case BUCKET -> TokenBucket.bursting(calls, window, calls, now, past);
                case PACE -> TokenBucket.pacing(calls, window, now, past);
            };
        }
    }

    /** When the calls went so far, and where among them the last change is. */
    private final List<Long> went = new ArrayList<>();

    private int atChange;

    private boolean call(Rule rule, long now) {
        long wait = rule.limiter.tryAcquire(now, rule.mode == Mode.PACE ? 3 * rule.window / rule.calls : 0);
        if (wait < 0) {
            return false;
        }
        went.add(now + wait);
        return true;
    }

    /** The newest call against all before it: what its rule says holds, whatever the rules before it were. */
    private void check(Rule rule, String history) {
        long now = went.get(went.size() - 1);
        if (rule.mode == Mode.STRICT || rule.mode == Mode.FALLBACK) {
            long inWindow = went.stream().filter(at -> at > now - rule.window).count();
            assertThat(inWindow).as(history).isLessThanOrEqualTo(rule.calls);
            return;
        }
        int burst = rule.mode == Mode.PACE ? 1 : rule.calls;
        // A paced call waits for whole nanoseconds.
        int rounding = rule.mode == Mode.PACE ? 1 : 0;
        // From each call under this rule, and from as many before as the bucket holds.
        List<Long> before = new ArrayList<>(went.subList(0, atChange));
        Collections.sort(before);
        List<Long> counted = new ArrayList<>(before.subList(Math.max(0, before.size() - burst), before.size()));
        counted.addAll(went.subList(atChange, went.size()));
        Collections.sort(counted);
        int index = counted.lastIndexOf(now);
        for (int i = 0; i <= index; i++) {
            // Calls from here to the newest, against burst + elapsed / step.
            long calls = index - i + 1L;
            assertThat((calls - burst) * rule.window)
                    .as(history)
                    .isLessThanOrEqualTo((now - counted.get(i) + rounding) * rule.calls);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void randomChanges_ofRateIntervalAndMode_everyCallKeepsTheRuleOfItsMoment(int part) {
        for (int seed = part * 200; seed < (part + 1) * 200; seed++) {
            Random random = new Random(seed);
            went.clear();
            atChange = 0;
            StringBuilder history = new StringBuilder("seed " + seed);
            long now = START;
            Rule rule = null;
            RateHistory past = RateHistory.NONE;
            for (int change = 0; change < 12; change++) {
                if (rule != null) {
                    past = rule.limiter.seal(new ScriptedClock(now));
                }
                Mode mode = Mode.values()[random.nextInt(4)];
                int calls = 1 + random.nextInt(random.nextBoolean() ? 4 : 40);
                long window = 1_000L * (1 + random.nextInt(20));
                if (random.nextInt(8) == 0) {
                    // Off for a while: what goes then is nobody's business, what went before still is.
                    now += random.nextInt(5_000);
                }
                rule = new Rule(mode, calls, window, now, past);
                atChange = went.size();
                history.append(", ")
                        .append(mode)
                        .append(' ')
                        .append(calls)
                        .append('/')
                        .append(window);
                int tries = random.nextInt(60);
                int pause = 1 << random.nextInt(11);
                for (int i = 0; i < tries; i++) {
                    if (call(rule, now)) {
                        check(rule, history + " after " + i + " tries");
                    }
                    now += random.nextInt(pause);
                }
            }
        }
    }

    @Test
    void strict_downAndUpWithinOneInterval_admitsTheLargerLimitInAll() {
        Rule large = new Rule(Mode.STRICT, 100, 1_000, START, RateHistory.NONE);
        for (int i = 0; i < 100; i++) {
            assertThat(call(large, START + i)).isTrue();
        }
        Rule small = new Rule(Mode.STRICT, 10, 1_000, START + 200, large.limiter.seal(new ScriptedClock(START + 200)));
        assertThat(call(small, START + 300)).isFalse();

        Rule again = new Rule(Mode.STRICT, 100, 1_000, START + 400, small.limiter.seal(new ScriptedClock(START + 400)));

        assertThat(call(again, START + 999)).isFalse();
        for (int i = 0; i < 100; i++) {
            // One for each that is a window old.
            assertThat(call(again, START + 1_000 + i)).isTrue();
            assertThat(call(again, START + 1_000 + i)).isFalse();
        }
    }

    @Test
    void bucket_downAndUpWithinOneInterval_refillsNothing() {
        Rule large = new Rule(Mode.BUCKET, 100, 1_000, START, RateHistory.NONE);
        for (int i = 0; i < 100; i++) {
            assertThat(call(large, START)).isTrue();
        }
        Rule small = new Rule(Mode.BUCKET, 10, 1_000, START + 200, large.limiter.seal(new ScriptedClock(START + 200)));
        Rule again = new Rule(Mode.BUCKET, 100, 1_000, START + 400, small.limiter.seal(new ScriptedClock(START + 400)));

        int count = 0;
        while (call(again, START + 400)) {
            count++;
        }

        // 100 tokens at START, one in 10 since: 40 are back.
        assertThat(count).isEqualTo(40);
    }

    @Test
    void manyChanges_withinADay_keepFewLimitersAndStillCountTheNewest() {
        RateHistory past = RateHistory.NONE;
        long now = START;
        for (int i = 0; i < 1_000; i++) {
            StrictWindow strict = new StrictWindow(10 + i % 3, 1_000, now, past);
            assertThat(strict.tryAcquire(now, 0)).isZero();
            past = strict.seal(new ScriptedClock(now));
            now += 100;
        }

        int limiters = 0;
        for (RateHistory part = past; part != null; part = part.older()) {
            limiters++;
        }
        assertThat(limiters).isEqualTo(33);
        assertThat(past.size()).isEqualTo(1_000);
        // One in 100: the ten of the last 1,000 are all there is.
        assertThat(new StrictWindow(10, 1_000, now - 1, past).tryAcquire(now - 1, 0))
                .isEqualTo(RateLimiter.REFUSED);
        assertThat(new StrictWindow(11, 1_000, now - 1, past).tryAcquire(now - 1, 0))
                .isZero();
        // After a day nothing of it counts, nor is it kept.
        StrictWindow later = new StrictWindow(5, 1_000, now, past);
        long tomorrow = now + RateHistory.HORIZON_NANOS;
        assertThat(later.tryAcquire(tomorrow, 0)).isZero();
        assertThat(later.seal(new ScriptedClock(tomorrow)).size()).isEqualTo(1);
    }

    @Test
    void largeLimits_changedOften_keepAMegabyteAtMost() {
        RateHistory past = RateHistory.NONE;
        long now = START;
        int calls = StrictWindow.CALLS_MAX;
        for (int i = 0; i < 6; i++) {
            StrictWindow strict = new StrictWindow(calls, 10, now, past);
            for (int c = 0; c < calls; c++) {
                assertThat(strict.tryAcquire(now, 0)).isZero();
            }
            past = strict.seal(new ScriptedClock(now));
            now += 10;
        }

        // Two limiters stamp by stamp, the four before as one.
        int limiters = 0;
        for (RateHistory part = past; part != null; part = part.older()) {
            limiters++;
        }
        assertThat(limiters).isEqualTo(3);
        assertThat(past.size()).isEqualTo(6L * calls);
        assertThat(past.older().older().count()).isEqualTo(4 * calls);
        assertThat(past.older().older().stamp(4 * calls)).isEqualTo(START + 30);
    }
}
