package io.github.dubboext.benchmarks.sim;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MainTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "scenarios=A,X | scenario: X (expected: A, B, B', C1, C20, D, join20, join64, join400, scale, scaleout)",
                "strategies=ewma,random | strategy: random (expected: ewma, leastrequest, smoothroundrobin or"
                        + " weightedrandom, with :choices if wanted)",
                "seeds=5-1 | seeds: 5-1 (expected: as 1-10)",
                "ewma | ewma (expected: seeds=…, scenarios=… or strategies=…)",
            })
    void run_withBadInput_isRefusedBeforeAnythingRuns(String argument, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Main.run(List.of(argument)))
                .withMessage(message);
    }
}
