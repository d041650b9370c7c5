package io.github.dubboext.lb.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

class MethodPicksTest {
    private static final long SECOND_NANOS = 1_000_000_000L;
    private static final Set<String> LISTED = Set.of("a:1", "b:1");

    private final MethodPicks picks = new MethodPicks();

    private void pick(String address, int times) {
        for (int i = 0; i < times; i++) {
            picks.of(address).increment();
        }
    }

    @Test
    void lastMinute_beforeAnySweep_isAll() {
        pick("a:1", 3);
        assertThat(picks.lastMinute("a:1", 5 * SECOND_NANOS)).isEqualTo(3);
        assertThat(picks.lastMinute("unknown:1", 5 * SECOND_NANOS)).isZero();
    }

    @Test
    void lastMinute_sweptEveryTenSeconds_reachesBack60To70Seconds() {
        // One pick a second, for five minutes; the clock begins just before its wrap.
        long start = Long.MAX_VALUE - 20 * SECOND_NANOS;
        for (int second = 0; second < 300; second++) {
            long now = start + second * SECOND_NANOS;
            if (second % 10 == 0) {
                picks.sweep(LISTED, now);
            }
            pick("a:1", 1);
            long expected = second < 60 ? second + 1 : 61 + second % 10;
            assertThat(picks.lastMinute("a:1", now)).as("second %s", second).isEqualTo(expected);
        }
        assertThat(picks.all("a:1")).isEqualTo(300);
    }

    @Test
    void lastMinute_sweptAllTheTime_stillReachesBackAMinute() {
        for (int second = 0; second < 200; second++) {
            picks.sweep(LISTED, second * SECOND_NANOS);
            pick("a:1", 1);
        }
        assertThat(picks.lastMinute("a:1", 199 * SECOND_NANOS)).isBetween(61L, 70L);
    }

    @Test
    void lastMinute_ofOneThatCameLate_isWhatItGotSince() {
        for (int second = 0; second < 100; second += 10) {
            picks.sweep(LISTED, second * SECOND_NANOS);
        }
        pick("b:1", 7);
        assertThat(picks.lastMinute("b:1", 100 * SECOND_NANOS)).isEqualTo(7);
    }

    @Test
    void provider_missingFor30Seconds_isForgotten() {
        pick("a:1", 1);
        pick("b:1", 1);
        picks.sweep(Set.of("a:1"), 0);
        picks.sweep(Set.of("a:1"), 29 * SECOND_NANOS);
        assertThat(picks.size()).isEqualTo(2);

        picks.sweep(Set.of("a:1"), 30 * SECOND_NANOS);
        assertThat(picks.size()).isEqualTo(1);
        assertThat(picks.all("b:1")).isZero();
    }
}
