package io.github.dubboext.lb.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

class MethodStatsTest {
    private static final long SECOND = 1_000_000_000L;

    private final MethodStats stats = new MethodStats();

    @Test
    void get_beforeAnyoneAsked_isNull() {
        assertThat(stats.get("10.0.0.1:20880")).isNull();
    }

    @Test
    void of_sameAddress_isTheSame() {
        ProviderStats one = stats.of("10.0.0.1:20880", 0);
        assertThat(stats.of("10.0.0.1:20880", SECOND)).isSameAs(one);
        assertThat(stats.get("10.0.0.1:20880")).isSameAs(one);
        assertThat(stats.of("10.0.0.2:20880", 0)).isNotSameAs(one);
    }

    @Test
    void sweep_listed_staysForEver() {
        ProviderStats one = stats.of("a", 0);
        stats.sweep(Set.of("a"), 0);
        stats.sweep(Set.of("a"), 100_000 * SECOND);
        assertThat(stats.get("a")).isSameAs(one);
    }

    @Test
    void sweep_missingFor30Seconds_isForgotten() {
        stats.of("a", 0);
        stats.sweep(Set.of(), 10 * SECOND); // missing from here on
        stats.sweep(Set.of(), 39 * SECOND);
        assertThat(stats.size()).isEqualTo(1);
        stats.sweep(Set.of(), 40 * SECOND);
        assertThat(stats.size()).isZero();
    }

    @Test
    void sweep_backInBetween_isMissingAnew() {
        stats.of("a", 0);
        stats.sweep(Set.of(), 10 * SECOND);
        stats.sweep(Set.of("a"), 20 * SECOND);
        stats.sweep(Set.of(), 30 * SECOND);
        stats.sweep(Set.of(), 59 * SECOND);
        assertThat(stats.size()).isEqualTo(1);
    }

    @Test
    void sweep_askedForInBetween_isMissingAnew() {
        stats.of("a", 0);
        stats.sweep(Set.of(), 10 * SECOND);
        stats.of("a", 39 * SECOND); // by a table over a list that the sweep has not seen
        stats.sweep(Set.of(), 40 * SECOND);
        assertThat(stats.size()).isEqualTo(1);
    }

    @Test
    void sweep_withCallsInFlight_stays() {
        Call call = stats.of("a", 0).begin(0, SECOND);
        stats.sweep(Set.of(), 0);
        stats.sweep(Set.of(), 1_000 * SECOND);
        assertThat(stats.size()).isEqualTo(1);
        call.end(Outcome.ANSWER, 1_000 * SECOND);
        stats.sweep(Set.of(), 1_001 * SECOND);
        assertThat(stats.size()).isZero();
    }

    @Test
    void tenThousandProviders_comeAndGone_leaveNothing() {
        for (int i = 0; i < 10_000; i++) {
            stats.of("10.0.0." + i, i * SECOND);
            stats.sweep(Set.of("10.0.0." + i), i * SECOND);
            assertThat(stats.size()).isLessThanOrEqualTo(32);
        }
        stats.sweep(Set.of(), 10_000 * SECOND);
        stats.sweep(Set.of(), 10_030 * SECOND);
        assertThat(stats.size()).isZero();
    }
}
