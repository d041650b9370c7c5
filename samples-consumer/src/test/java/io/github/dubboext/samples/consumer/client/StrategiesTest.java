package io.github.dubboext.samples.consumer.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dubboext.samples.runtime.BadInput;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class StrategiesTest {
    private static final Set<String> AVAILABLE = new TreeSet<>(Set.of("random", "weightedrandom"));

    @Test
    void available_withTheJarBeside_isDubbosAndOurs() {
        assertThat(Strategies.available()).contains("random", "roundrobin", "leastactive", "weightedrandom");
    }

    @Test
    void parse_list_keepsTheOrder() {
        assertThat(Strategies.parse("--loadbalance", "weightedrandom, random", AVAILABLE))
                .containsExactly("weightedrandom", "random");
    }

    @Test
    void parse_unknownName_isToldWithThoseThatAreThere() {
        assertThatThrownBy(() -> Strategies.parse("--loadbalance", "random,robin", AVAILABLE))
                .isInstanceOf(BadInput.class)
                .hasMessage("--loadbalance: robin (expected: one or more of random, weightedrandom)");
    }
}
