package io.github.dubboext.lb.dubbo;

import static io.github.dubboext.lb.dubbo.Invokers.stub;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.dubboext.lb.env.ScriptedEnv;
import io.github.dubboext.lb.pick.WeightedRandom;
import java.util.List;
import org.apache.dubbo.rpc.Invoker;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NegativeWeightTest {

    @ParameterizedTest
    @ValueSource(strings = {"-1", "-99999999999", "-1.5"})
    void negativeWeight_isZero_alsoIfItIsNoInt(String weight) {
        Engine<Boolean> engine = new Engine<>(StrategyType.of(WeightedRandom::new), new ScriptedEnv(42));
        List<Invoker<Object>> list = List.of(stub(0, "weight=" + weight), stub(1, "weight=100"));
        assertThat(Picks.count(engine, list, 500)).containsExactly(0, 500);
    }
}
