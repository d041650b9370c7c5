package io.github.dubboext.lb.pick;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class WarmUpEdgesTest {
    private static final long WARMUP = 600_000;

    @Test
    void absence_isNoticedWhereAddressesOccurTwice() {
        // group=*: each host:port exports two groups, and stands in the list twice.
        WarmUp warmUp = new WarmUp();
        warmUp.observe(List.of("a", "a", "b", "b"), 0, WARMUP);
        warmUp.observe(List.of("a", "a"), 1_000, WARMUP);
        warmUp.observe(List.of("a", "a", "b", "b"), 61_000, WARMUP);
        assertThat(warmUp.ageMillis("b", 61_000)).isZero();
    }
}
