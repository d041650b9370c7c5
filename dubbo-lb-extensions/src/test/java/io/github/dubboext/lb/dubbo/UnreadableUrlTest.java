package io.github.dubboext.lb.dubbo;

import static io.github.dubboext.lb.dubbo.Invokers.SERVICE;
import static io.github.dubboext.lb.dubbo.Invokers.call;
import static io.github.dubboext.lb.dubbo.Invokers.consumer;
import static io.github.dubboext.lb.dubbo.Invokers.stub;
import static io.github.dubboext.lb.dubbo.Invokers.stubs;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.github.dubboext.lb.env.ScriptedEnv;
import io.github.dubboext.lb.pick.LeastRequest;
import io.github.dubboext.lb.pick.PeakEwma;
import io.github.dubboext.lb.pick.WeightedRandom;
import java.util.List;
import java.util.stream.Stream;
import org.apache.dubbo.common.URL;
import org.apache.dubbo.rpc.Invoker;
import org.apache.dubbo.rpc.RpcInvocation;
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

    @Test
    void urlWithoutHost_isPickedAndCountedAsAnyOther() {
        Stream<StrategyType<?>> types = Stream.of(
                HashStrategyType.RING,
                HashStrategyType.MAGLEV,
                StrategyType.of(e -> new LeastRequest(4, e)),
                StrategyType.of(e -> new PeakEwma(4, 10_000, e)));
        types.forEach(type -> {
            List<Invoker<Object>> list = List.of(stub(0, ""), new Invokers.Stub(URL.valueOf("dubbo:///" + SERVICE)));
            Engine<?> engine = new Engine<>(type, env);
            RpcInvocation invocation = call("getOrder");
            assertThat(engine.select(list, 2, consumer(), invocation)).isIn(list);
            // The stub says so when a call arrives at it.
            assertThatThrownBy(() -> new CallStatsFilter(env).invoke(list.get(1), invocation))
                    .isInstanceOf(UnsupportedOperationException.class);
        });
    }
}
