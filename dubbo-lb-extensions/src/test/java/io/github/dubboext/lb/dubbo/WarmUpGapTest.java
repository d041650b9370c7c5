package io.github.dubboext.lb.dubbo;

import static io.github.dubboext.lb.dubbo.Invokers.stub;
import static io.github.dubboext.lb.dubbo.Invokers.stubs;

import io.github.dubboext.lb.env.ScriptedEnv;
import io.github.dubboext.lb.pick.WeightedRandom;
import java.util.ArrayList;
import java.util.List;
import org.apache.dubbo.rpc.Invoker;
import org.junit.jupiter.api.Test;

class WarmUpGapTest {
    private final ScriptedEnv env = new ScriptedEnv(42);
    private final Engine<Boolean> engine = new Engine<>(StrategyType.of(WeightedRandom::new), env);

    @Test
    void newcomerWithALongerWarmUpThanTheOthers_warmsUp() {
        // One of warmup=20000 joins two of warmup=1, and no timestamps: the gap that makes all old is 20 s, not 1 ms.
        List<Invoker<Object>> list = stubs(0, 2, "warmup=1");
        for (int i = 0; i < 5; i++) {
            Picks.count(engine, list, 10);
            env.passMillis(1_000);
        }
        list = new ArrayList<>(list);
        list.add(stub(2, "warmup=20000"));
        Picks.count(engine, list, 1);
        env.passMillis(5_000); // 100 * 5,000 / 20,000 = 25
        Picks.assertFollow(engine, list, 100, 100, 25);
        env.passMillis(15_000);
        Picks.assertFollow(engine, list, 100, 100, 100);
    }
}
