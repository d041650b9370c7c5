package io.github.dubboext.lb.dubbo;

import static io.github.dubboext.lb.dubbo.Invokers.call;
import static io.github.dubboext.lb.dubbo.Invokers.consumer;
import static io.github.dubboext.lb.dubbo.Invokers.stub;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.dubboext.lb.env.ScriptedEnv;
import io.github.dubboext.lb.pick.WeightedRandom;
import java.util.ArrayList;
import java.util.List;
import org.apache.dubbo.rpc.Invoker;
import org.junit.jupiter.api.Test;

class EmptiedListTest {
    private final Engine<Boolean> engine = new Engine<>(StrategyType.of(WeightedRandom::new), new ScriptedEnv(42));

    @Test
    void listThatIsEmptyByNow_givesNull() {
        assertThat(engine.select(new ArrayList<Invoker<Object>>(), 2, consumer(), call("getOrder")))
                .isNull();
    }

    @Test
    void sameInvokerTwice_isAList() {
        Invoker<Object> one = stub(0, "");
        for (int i = 0; i < 10; i++) {
            assertThat(engine.select(List.of(one, one), 2, consumer(), call("getOrder")))
                    .isSameAs(one);
        }
    }
}
