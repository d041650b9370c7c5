package io.github.dubboext.lb.dubbo;

import static io.github.dubboext.lb.dubbo.Invokers.call;
import static io.github.dubboext.lb.dubbo.Invokers.consumer;
import static io.github.dubboext.lb.dubbo.Invokers.stub;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.dubboext.lb.env.ScriptedEnv;
import io.github.dubboext.lb.pick.WeightedRandom;
import java.util.List;
import org.apache.dubbo.rpc.Invoker;
import org.junit.jupiter.api.Test;

class TimestampToldTest {
    private final ScriptedEnv env = new ScriptedEnv(42);

    @Test
    void timestampThatCannotBeUsed_isToldOnceForTheProvider_notForEachMethod() {
        Engine<Boolean> engine = new Engine<>(StrategyType.of(WeightedRandom::new), env);
        List<Invoker<Object>> list =
                List.of(stub(0, "timestamp=" + (env.wallMillis() + 3_600_000)), stub(1, "timestamp=abc"));
        try (Warned warned = new Warned()) {
            for (String method : List.of("a", "b", "c")) {
                engine.select(list, 2, consumer(), call(method));
            }
            assertThat(warned.messages()).hasSize(2);
            assertThat(warned.messages().get(1))
                    .isEqualTo("timestamp: abc (expected: milliseconds since 1970) for "
                            + "com.acme.OrderService at 10.0.0.1:20880; using the time it was first seen");
        }
    }
}
