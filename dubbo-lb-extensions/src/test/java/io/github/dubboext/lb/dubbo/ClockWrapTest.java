package io.github.dubboext.lb.dubbo;

import static io.github.dubboext.lb.dubbo.Invokers.stub;
import static io.github.dubboext.lb.dubbo.Invokers.stubs;

import io.github.dubboext.lb.env.ScriptedEnv;
import io.github.dubboext.lb.pick.WeightedRandom;
import java.util.ArrayList;
import java.util.List;
import org.apache.dubbo.rpc.Invoker;
import org.junit.jupiter.api.Test;

class ClockWrapTest {

    @Test
    void monotonicClockThatTurnsNegative_goesOnWarming() {
        ScriptedEnv env = new ScriptedEnv(42);
        env.passMillis(Long.MAX_VALUE / 1_000_000 - 5_000);
        Engine<Boolean> engine = new Engine<>(StrategyType.of(WeightedRandom::new), env);
        List<Invoker<Object>> list = new ArrayList<>(stubs(0, 2, "warmup=20000"));
        Picks.count(engine, list, 10);
        env.passMillis(1_000);
        list.add(stub(2, "warmup=20000"));
        Picks.count(engine, list, 10);
        env.passMillis(5_000);
        Picks.assertFollow(engine, list, 100, 100, 25);
    }
}
