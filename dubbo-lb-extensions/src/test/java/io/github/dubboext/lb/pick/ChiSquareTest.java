package io.github.dubboext.lb.pick;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** The instrument itself: it must be able to fail. */
class ChiSquareTest {

    @Test
    void probability_atTableValues_isWhatTheTableSays() {
        assertThat(ChiSquare.probability(1, 3.841459)).isCloseTo(0.05, within(1e-6));
        assertThat(ChiSquare.probability(10, 18.307038)).isCloseTo(0.05, within(1e-6));
        assertThat(ChiSquare.probability(1, 23.928127)).isCloseTo(1e-6, within(1e-11));
        assertThat(ChiSquare.probability(100, 149.449253)).isCloseTo(1e-3, within(1e-8));
        assertThat(ChiSquare.probability(256, 256)).isCloseTo(0.488, within(1e-3));
    }

    @Test
    void counts_asPromised_pass() {
        assertThatCode(() -> ChiSquare.assertFollows(new long[] {1005, 1995, 3000}, new long[] {1, 2, 3}, 1e-6))
                .doesNotThrowAnyException();
    }

    @Test
    void counts_threePercentOffInAMillion_fail() {
        // 343,333 instead of 333,333 of 1,000,000: chi-square 450 at two degrees of freedom, allowed about 28.
        assertThatThrownBy(() ->
                        ChiSquare.assertFollows(new long[] {343_333, 328_333, 328_334}, new long[] {1, 1, 1}, 1e-6))
                .isInstanceOf(AssertionError.class);
    }

    @Test
    void counts_justOverTheTableValue_fail() {
        // Table: P(chi-square > 23.93) = 1e-6 at one degree of freedom. 100,000 picks, each side off by 800: 25.6.
        assertThatThrownBy(() -> ChiSquare.assertFollows(new long[] {50_830, 49_170}, new long[] {1, 1}, 1e-6))
                .isInstanceOf(AssertionError.class);
    }

    @Test
    void onePickOfWeightZero_fails() {
        assertThatThrownBy(() -> ChiSquare.assertFollows(new long[] {1, 100}, new long[] {0, 1}, 1e-6))
                .isInstanceOf(AssertionError.class);
    }
}
