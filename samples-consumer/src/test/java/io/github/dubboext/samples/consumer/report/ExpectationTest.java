package io.github.dubboext.samples.consumer.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dubboext.samples.consumer.report.Expectation.Bound;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExpectationTest {

    @ParameterizedTest
    @CsvSource({
        "8, AT_MOST, 8, true",
        "8.01, AT_MOST, 8, false",
        "3, AT_LEAST, 3, true",
        "2.99, AT_LEAST, 3, false",
        "5, EXACTLY, 5, true",
        "6, EXACTLY, 5, false",
        "NaN, AT_MOST, 8, false",
        "NaN, AT_LEAST, 8, false",
        "NaN, EXACTLY, 0, false"
    })
    void met_onTheLimitAndBeyond(double measured, Bound bound, double limit, boolean met) {
        Expectation expectation = new Expectation("x", measured, bound, limit, "ms");

        assertThat(expectation.met()).isEqualTo(met);
        assertThat(expectation.verdict()).isEqualTo(met ? "PASS" : "FAIL");
    }

    @ParameterizedTest
    @CsvSource({"1234, '1,234 ms'", "0.126, 0.13 ms", "NaN, nothing measured ms"})
    void measuredText_asPeopleReadIt(double measured, String text) {
        assertThat(new Expectation("x", measured, Bound.AT_MOST, 8, "ms").measuredText())
                .isEqualTo(text);
    }
}
