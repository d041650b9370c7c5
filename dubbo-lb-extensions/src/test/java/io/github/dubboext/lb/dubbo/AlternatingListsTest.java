package io.github.dubboext.lb.dubbo;

import static io.github.dubboext.lb.dubbo.Invokers.call;
import static io.github.dubboext.lb.dubbo.Invokers.consumer;
import static io.github.dubboext.lb.dubbo.Invokers.stubs;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.dubboext.lb.env.ScriptedEnv;
import io.github.dubboext.lb.pick.WeightedRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.dubbo.rpc.Invoker;
import org.junit.jupiter.api.Test;

/** Dubbo before 3.0.5, or a router of the old kind: each route is a list of its own. */
class AlternatingListsTest {
    private final ScriptedEnv env = new ScriptedEnv(42);
    private final AtomicInteger builds = new AtomicInteger();
    private final Engine<Boolean> engine = new Engine<>(
            StrategyType.of(any -> candidates -> {
                builds.incrementAndGet();
                return new WeightedRandom(any).picker(candidates);
            }),
            env);

    private void select(List<Invoker<Object>> list) {
        List<Invoker<Object>> handed = new ArrayList<>(list);
        assertThat(list).contains(engine.select(handed, handed.size(), consumer(), call("getOrder")));
    }

    @Test
    void eightRoutesThatAlternate_doNotBuildAgain() {
        List<List<Invoker<Object>>> tags = new ArrayList<>();
        for (int tag = 0; tag < 8; tag++) {
            tags.add(stubs(tag * 10, 5, ""));
        }
        for (int i = 0; i < 400; i++) {
            select(tags.get(i % 8));
            env.passMillis(1);
        }
        assertThat(builds).hasValue(8);
    }

    @Test
    void listInUse_isNotForgottenForListsSeenOnce() {
        List<Invoker<Object>> used = stubs(0, 5, "");
        select(used);
        for (int i = 1; i <= 40; i++) {
            env.passMillis(1_000);
            select(used);
            select(stubs(i * 10, 5, ""));
        }
        assertThat(builds).hasValue(41); // 1 for the list in use, 1 for each of the others
    }
}
