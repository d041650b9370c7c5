package io.github.dubboext.benchmarks.page;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FiguresTest {

    @Test
    void time_hasTheUnitThatKeepsItShort() {
        assertThat(Figures.time(4.26)).isEqualTo("4.3 ns");
        assertThat(Figures.time(999.4)).isEqualTo("999 ns");
        assertThat(Figures.time(999.6)).isEqualTo("1.0 µs");
        assertThat(Figures.time(33_523)).isEqualTo("34 µs");
        assertThat(Figures.time(999_600)).isEqualTo("1.0 ms");
        assertThat(Figures.time(1_234_000_000)).isEqualTo("1.2 s");
    }

    @Test
    void times_belowOne_hasTwoDigits() {
        assertThat(Figures.times(0.412)).isEqualTo("0.41×");
        assertThat(Figures.times(0.996)).isEqualTo("1.0×");
        assertThat(Figures.times(9.94)).isEqualTo("9.9×");
        assertThat(Figures.times(9.96)).isEqualTo("10×");
        assertThat(Figures.times(2_356.4)).isEqualTo("2,356×");
    }
}
