package io.github.dubboext.benchmarks.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dubboext.benchmarks.Table;
import java.util.List;
import java.util.Map;
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

    private static Measured measured(double low, double nanos, double high) {
        return new Measured("C.m", Map.of(), 1, nanos, low, high, Double.NaN);
    }

    @Test
    void added_withinTheNoiseOfTheBase_isNoNumber() {
        Measured base = measured(80, 90, 100);
        assertThat(Figures.added(measured(101, 120, 500), base)).isEqualTo("30 ns");
        assertThat(Figures.added(measured(99, 120, 500), base)).isEqualTo("–");
        assertThat(Figures.added(measured(70, 71, 72), base)).isEqualTo("–");
    }

    @Test
    void goals_thatAreMultiplesOfC20_areNotMissedWhereItIsUnknown() {
        Table table = new Table(
                List.of("scenario", "measured", "ewma", "goal ewma"),
                List.of(List.of("scale", "p99, ms", "90", "<= 1.2 x C20")));
        assertThat(new Goals(80).check(table).summary()).isEqualTo("Goals met: 1 of 1.");
        assertThat(new Goals(Double.NaN).check(table).summary())
                .isEqualTo("Goals met: 0 of 0. Not checked, for C20 was not measured: 1.");
    }
}
