package io.github.dubboext.lb.pick;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WarmUpTest {
    private static final long WARMUP = 600_000;

    private final WarmUp warmUp = new WarmUp();

    @ParameterizedTest
    @CsvSource({
        // Dubbo's own fixed points at weight 100
        "100, 0, 1",
        "100, 1, 1",
        "100, 5999, 1",
        "100, 6000, 1",
        "100, 60000, 10",
        "100, 300000, 50",
        "100, 599999, 99",
        "100, 600000, 100",
        "100, 9223372036854775807, 100",
        // exact where Dubbo's float is off: 2e9 * 60,000 / 600,000; 2e9 / 600,000 = 3333.3
        "2000000000, 60000, 200000000",
        "2000000000, 1, 3333",
        "2147483647, 599999, 2147480067",
        "0, 300000, 0",
        "1, 1, 1"
    })
    void weight_besideAWarmProvider_followsTheLinearRule(long weight, long ageMillis, long expected) {
        assertThat(weights(new long[] {weight, 100}, new long[] {ageMillis, WarmUp.OLD})[0])
                .isEqualTo(expected);
    }

    @Test
    void weight_withAWarmupOfZero_isFullAtOnce() {
        assertThat(WarmUp.weights(new long[] {100, 100}, new long[] {0, WarmUp.OLD}, new long[] {0, WARMUP}))
                .containsExactly(100, 100);
    }

    @Test
    void weights_ifAllStartedTogether_areAsConfigured() {
        for (long age : new long[] {0, 1, 999, 300_000}) {
            assertThat(weights(new long[] {100, 200, 300, 0}, new long[] {age, age, age, age}))
                    .containsExactly(100, 200, 300, 0);
        }
    }

    @Test
    void weights_ifNobodyIsWarm_areRelativeToTheWarmest() {
        // 9 s and 40 s old: 100 * 9 / 40 = 22.5
        assertThat(weights(new long[] {100, 100}, new long[] {9_000, 40_000})).containsExactly(22, 100);
    }

    @Test
    void weights_ifAllStartedWithinAHundredthOfTheWarmUp_areAsConfigured() {
        assertThat(weights(new long[] {100, 200, 300}, new long[] {0, 1, 6_000}))
                .containsExactly(100, 200, 300);
        // 60 s beside 1 s: as 10 % to 1 %, the least that Dubbo's rule gives at weight 100.
        assertThat(weights(new long[] {100, 100}, new long[] {60_000, 1_000})).containsExactly(100, 10);
    }

    private static long[] weights(long[] weights, long[] agesMillis) {
        long[] warmups = new long[weights.length];
        Arrays.fill(warmups, WARMUP);
        return WarmUp.weights(weights, agesMillis, warmups);
    }

    @Test
    void provider_ofTheFirstList_isOld() {
        observe(1_000, "a", "b");
        assertThat(age("a", 1_000)).isEqualTo(WarmUp.OLD);
        assertThat(warmUp.millisSinceFirstSeen("a", 1_500)).isEqualTo(500);
    }

    @Test
    void provider_thatJoins_isAsOldAsTheTimeSinceThen() {
        observe(1_000, "a");
        observe(2_000, "a", "b");
        observe(3_000, "a", "b");
        assertThat(age("b", 12_000)).isEqualTo(10_000);
    }

    @Test
    void provider_inTheFirstListAfterALongGap_isOld() {
        observe(0, "a");
        observe(WARMUP, "a", "b"); // just within
        assertThat(age("b", WARMUP + 5)).isEqualTo(5);
        observe(2 * WARMUP + 1, "a", "b", "c");
        assertThat(age("b", 2 * WARMUP + 1)).isEqualTo(WarmUp.OLD);
        assertThat(age("c", 2 * WARMUP + 1)).isEqualTo(WarmUp.OLD);
    }

    @Test
    void provider_beforeAndAfterALongGap_wasFirstSeenBeforeIt() {
        observe(0, "a", "b");
        observe(1_000, "a");
        observe(2 * WARMUP, "a", "b");
        assertThat(warmUp.millisSinceFirstSeen("a", 2 * WARMUP)).isEqualTo(2 * WARMUP);
        assertThat(warmUp.millisSinceFirstSeen("b", 2 * WARMUP)).isZero(); // missing before the gap: it came back in it
    }

    @Test
    void provider_backWithinThirtySeconds_isWhatItWas() {
        observe(0, "a", "b");
        observe(1_000, "a");
        observe(30_999, "a", "b");
        assertThat(age("b", 31_000)).isEqualTo(WarmUp.OLD);
    }

    @Test
    void provider_backAfterThirtySeconds_isNew() {
        observe(0, "a", "b");
        observe(1_000, "a");
        observe(31_000, "a", "b");
        assertThat(age("b", 32_000)).isEqualTo(1_000);
    }

    @Test
    void provider_flappingFasterThanThirtySeconds_keepsItsAge() {
        observe(0, "a");
        for (int i = 0; i < 100; i++) {
            observe(1_000 + i * 2_000, "a", "b");
            observe(2_000 + i * 2_000, "a");
        }
        assertThat(age("b", 200_000)).isEqualTo(199_000);
    }

    @Test
    void clock_beforeItsOrigin_makesNoDifference() {
        // System.nanoTime may be negative.
        observe(-100_000, "a", "b");
        observe(-99_000, "a");
        observe(-98_500, "a", "b", "c");
        assertThat(age("b", -98_000)).isEqualTo(WarmUp.OLD);
        assertThat(age("c", -98_000)).isEqualTo(500);
    }

    @Test
    void tenThousandProviders_thatCameAndWent_areForgotten() {
        for (int i = 0; i < 100; i++) {
            int round = i;
            List<String> addresses =
                    IntStream.range(0, 100).mapToObj(k -> round + ":" + k).collect(Collectors.toList());
            warmUp.observe(addresses, i * 1_000L, WARMUP);
        }
        for (int i = 0; i <= 60; i++) {
            warmUp.observe(Collections.singletonList("last"), 100_000 + i * 1_000L, WARMUP);
        }
        assertThat(warmUp.size()).isEqualTo(1);
    }

    private void observe(long nowMillis, String... addresses) {
        warmUp.observe(Arrays.asList(addresses), nowMillis, WARMUP);
    }

    private long age(String address, long nowMillis) {
        return warmUp.ageMillis(address, nowMillis);
    }
}
