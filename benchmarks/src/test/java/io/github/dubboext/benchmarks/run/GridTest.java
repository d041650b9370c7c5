package io.github.dubboext.benchmarks.run;

import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class GridTest {
    private static final String SOME = result("a", 1) + "," + result("a", 2) + "," + result("b", 1);

    private static String result(String x, int n) {
        return "{\"benchmark\":\"p.C.m\",\"params\":{\"x\":\"" + x + "\",\"n\":\"" + n + "\"}}";
    }

    @Test
    void check_withACombinationMissing_fails() {
        assertThatThrownBy(() -> Grid.check("[" + SOME + "]", List.of("C"))).hasMessage("p.C.m: 3 results of 4");
    }

    @Test
    void check_withAValueMissingEverywhere_fails() {
        String all = "[" + SOME + "," + result("b", 2) + "]";
        assertThatThrownBy(() -> Grid.check(all, List.of("C", "-p", "n=1,2,3"))).hasMessage("p.C.m: 4 results of 6");
        assertThatNoException().isThrownBy(() -> Grid.check(all, List.of("C", "-p", "n=1,2", "-p", "x=a,b")));
    }

    @Test
    void check_ofABenchmarkWithoutParameters_isContent() {
        assertThatNoException().isThrownBy(() -> Grid.check("[{\"benchmark\":\"p.C.m\"}]", List.of("C", "-f", "1")));
    }
}
