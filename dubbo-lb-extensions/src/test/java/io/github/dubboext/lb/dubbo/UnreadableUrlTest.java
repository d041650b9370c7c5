package io.github.dubboext.lb.dubbo;

import static io.github.dubboext.lb.dubbo.Invokers.stubs;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.github.dubboext.lb.env.ScriptedEnv;
import io.github.dubboext.lb.pick.WeightedRandom;
import java.util.List;
import org.apache.dubbo.rpc.Invoker;
import org.junit.jupiter.api.Test;

class UnreadableUrlTest {
    private final ScriptedEnv env = new ScriptedEnv(42);

    private Engine<Boolean> engine() {
        return new Engine<>(StrategyType.of(WeightedRandom::new), env);
    }

    @Test
    void invokerWithoutUrl_countsAsAnyOther() {
        for (int at = 0; at < 3; at++) {
            List<Invoker<Object>> list = stubs(0, 3, "");
            ((Invokers.Stub) list.get(at)).setUrl(null);
            Picks.assertFollow(engine(), list, 1, 1, 1);
        }
    }

    @Test
    void invokerWhoseUrlThrows_countsAsAnyOther_andIsToldOnce() {
        @SuppressWarnings("unchecked")
        Invoker<Object> broken = mock(Invoker.class);
        when(broken.getUrl()).thenThrow(new IllegalStateException("destroyed"));
        List<Invoker<Object>> list = stubs(0, 2, "");
        list.add(0, broken);
        Engine<Boolean> engine = engine();
        try (Warned warned = new Warned()) {
            Picks.assertFollow(engine, list, 1, 1, 1);
            for (int i = 0; i < 5; i++) {
                env.passMillis(1_000);
                Picks.count(engine, list, 10);
            }
            assertThat(warned.messages()).hasSize(1);
        }
    }
}
