package io.github.dubboext.lb.dubbo;

import static io.github.dubboext.lb.dubbo.Invokers.asDubboDoes;
import static io.github.dubboext.lb.dubbo.Invokers.call;
import static io.github.dubboext.lb.dubbo.Invokers.consumer;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.github.dubboext.lb.env.ScriptedEnv;
import io.github.dubboext.lb.pick.LeastRequest;
import io.github.dubboext.lb.pick.WeightedRandom;
import java.util.BitSet;
import java.util.List;
import org.apache.dubbo.rpc.Invoker;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class ExplanationTest {
    private final ScriptedEnv env = new ScriptedEnv(1);
    private final Logger logger = (Logger) LoggerFactory.getLogger("io.github.dubboext.lb.explain." + Invokers.SERVICE);
    private final Warned logged = new Warned();

    @AfterEach
    void silence() {
        logger.setLevel(null);
        logged.close();
    }

    private static Invoker<Object> pick(Engine<?> engine, List<Invoker<Object>> handed) {
        return engine.select(handed, handed.size(), consumer(), call("getOrder"));
    }

    @Test
    void logger_setToDebugAndBack_isFollowedWithinASecond() {
        Engine<?> engine = new Engine<>(StrategyType.of(WeightedRandom::new), env);
        List<Invoker<Object>> three = Invokers.stubs(1, 3, "");
        pick(engine, asDubboDoes(three));
        assertThat(logged.messages()).isEmpty();

        logger.setLevel(Level.DEBUG);
        env.passMillis(1_000);
        String picked = pick(engine, asDubboDoes(three)).getUrl().getAddress();
        assertThat(logged.messages())
                .containsExactly("com.acme.OrderService.getOrder -> " + picked + " by WeightedRandom among 3; drawn: "
                        + picked + " weight 100");

        logger.setLevel(Level.INFO);
        env.passMillis(1_000);
        pick(engine, asDubboDoes(three));
        assertThat(logged.messages()).hasSize(1);
    }

    @Test
    void line_namesAllThatWereCompared_withTheirScores() {
        logger.setLevel(Level.DEBUG);
        Engine<?> engine = new Engine<>(StrategyType.of(it -> new LeastRequest(4, it)), env);
        List<Invoker<Object>> three = Invokers.stubs(1, 3, "");
        Table<?> table = tableOf(engine, three);
        table.method.stats().get("10.0.0.1:20880").begin();
        table.method.stats().get("10.0.0.2:20880").begin();
        pick(engine, asDubboDoes(three));

        // The order is that of the draws.
        String line = logged.messages().get(logged.messages().size() - 1);
        assertThat(line)
                .startsWith("com.acme.OrderService.getOrder -> 10.0.0.3:20880 by LeastRequest among 3; drawn: ")
                .contains("10.0.0.3:20880 weight 100, in flight 0, score 0.00");
        assertThat(line.substring(line.indexOf("drawn: ") + 7).split("; ", -1))
                .containsExactlyInAnyOrder(
                        "10.0.0.1:20880 weight 100, in flight 1, score 1.00",
                        "10.0.0.2:20880 weight 100, in flight 1, score 1.00",
                        "10.0.0.3:20880 weight 100, in flight 0, score 0.00");
    }

    private static Table<?> tableOf(Engine<?> engine, List<Invoker<Object>> list) {
        pick(engine, asDubboDoes(list));
        return engine.services().get(Invokers.SERVICE).generations().get(0).table("getOrder");
    }

    @Test
    void line_namesThoseThatTheListDoesNotHold() {
        logger.setLevel(Level.DEBUG);
        Engine<?> engine = new Engine<>(StrategyType.of(WeightedRandom::new), env);
        List<Invoker<Object>> three = Invokers.stubs(1, 3, "");
        pick(engine, asDubboDoes(three));
        BitSet last = new BitSet();
        last.set(1, 3);
        for (int i = 0; i < 100; i++) {
            pick(engine, Invokers.routed(three, last));
        }

        assertThat(logged.messages())
                .hasSize(101)
                .anyMatch(line -> line.contains("; drawn: 10.0.0.1:20880 (not in the list); 10.0.0."))
                .noneMatch(line -> line.contains("-> 10.0.0.1:20880")
                        && !line.equals(logged.messages().get(0)));
    }

    @Test
    void picks_whileExplained_areTheSame() {
        long[] silent = Picks.count(
                new Engine<>(StrategyType.of(it -> new LeastRequest(2, it)), new ScriptedEnv(7)),
                Invokers.stubs(1, 5, ""),
                500);
        logger.setLevel(Level.DEBUG);
        long[] explained = Picks.count(
                new Engine<>(StrategyType.of(it -> new LeastRequest(2, it)), new ScriptedEnv(7)),
                Invokers.stubs(1, 5, ""),
                500);
        assertThat(explained).isEqualTo(silent);
    }
}
