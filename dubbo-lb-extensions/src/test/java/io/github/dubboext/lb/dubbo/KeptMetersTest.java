package io.github.dubboext.lb.dubbo;

import static io.github.dubboext.lb.dubbo.Invokers.asDubboDoes;
import static io.github.dubboext.lb.dubbo.Invokers.call;
import static io.github.dubboext.lb.dubbo.Invokers.consumer;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.dubboext.lb.env.ScriptedEnv;
import io.github.dubboext.lb.pick.WeightedRandom;
import org.junit.jupiter.api.Test;

class KeptMetersTest {
    private final StrategyLoadBalance used =
            new StrategyLoadBalance("kept", StrategyType.of(WeightedRandom::new), new ScriptedEnv(1)) {};

    @Test
    void meters_thatARegistryDoesNotTake_areToldOnce_andTriedAgain() {
        used.select(asDubboDoes(Invokers.stubs(1, 2, "")), consumer(), call("getOrder"));
        int[] runs = {0};
        Runnable failing = () -> {
            runs[0]++;
            throw new IllegalArgumentException("no such tag");
        };
        try (Warned warned = new Warned()) {
            assertThat(LoadBalances.keepMeters(failing)).isTrue();
            assertThat(LoadBalances.keepMeters(failing)).isTrue();

            assertThat(runs[0]).isEqualTo(2);
            assertThat(warned.messages())
                    .containsExactly("Micrometer did not take the meters of load balancing; this will be tried again: "
                            + "java.lang.IllegalArgumentException: no such tag");
        }
    }
}
