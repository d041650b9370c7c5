package io.github.dubboext.lb.dubbo;

import static io.github.dubboext.lb.dubbo.Invokers.asDubboDoes;
import static io.github.dubboext.lb.dubbo.Invokers.call;
import static io.github.dubboext.lb.dubbo.Invokers.consumer;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.dubboext.lb.env.ScriptedEnv;
import io.github.dubboext.lb.pick.LeastRequest;
import io.github.dubboext.lb.pick.SmoothRoundRobin;
import io.github.dubboext.lb.pick.WeightedRandom;
import io.github.dubboext.lb.stats.MethodSnapshot;
import io.github.dubboext.lb.stats.ProviderSnapshot;
import java.util.BitSet;
import java.util.List;
import org.apache.dubbo.rpc.Invoker;
import org.junit.jupiter.api.Test;

class SnapshotsTest {
    private final ScriptedEnv env = new ScriptedEnv(1);
    private final Engine<?> random = new Engine<>(StrategyType.of(WeightedRandom::new), env);
    private final List<Invoker<Object>> two = Invokers.stubs(1, 2, "");

    private static MethodSnapshot only(Engine<?> engine) {
        List<MethodSnapshot> all = Snapshots.of("named", engine, true);
        assertThat(all).hasSize(1);
        return all.get(0);
    }

    private static void pick(Engine<?> engine, List<Invoker<Object>> handed, int times) {
        for (int i = 0; i < times; i++) {
            engine.select(handed, handed.size(), consumer(), call("getOrder"));
        }
    }

    @Test
    void picks_areThoseHandedOut() {
        Engine<?> engine = new Engine<>(StrategyType.of(SmoothRoundRobin::new), env);
        List<Invoker<Object>> three = Invokers.stubs(1, 3, "");
        long[] handedOut = Picks.count(engine, three, 1_000);

        MethodSnapshot method = only(engine);
        assertThat(method.strategy()).isEqualTo("named");
        assertThat(method.service()).isEqualTo(Invokers.SERVICE);
        assertThat(method.method()).isEqualTo("getOrder");
        assertThat(method.providers().stream().mapToLong(ProviderSnapshot::picks))
                .containsExactly(box(handedOut));
        assertThat(method.picksLastMinute()).isEqualTo(1_000);
        assertThat(method.providers()).extracting(ProviderSnapshot::isCounted).containsOnly(false);
    }

    private static Long[] box(long[] counts) {
        Long[] boxed = new Long[counts.length];
        for (int i = 0; i < counts.length; i++) {
            boxed[i] = counts[i];
        }
        return boxed;
    }

    @Test
    void picks_ofALargeListThatChangesUnderCalls_areCountedOnce() {
        List<Invoker<Object>> many = Invokers.stubs(1, 300, "");
        List<Invoker<Object>> fewer = many.subList(0, 299);
        for (int i = 0; i < 200; i++) {
            env.passMillis(100); // every tenth looks at the whole and may settle
            pick(random, asDubboDoes(i % 50 < 25 ? many : fewer), 1);
        }

        assertThat(picks(only(random))).isEqualTo(200);
    }

    @Test
    void redraws_whileAllAreListed_areNone_andHalfOfThePicksWhenHalfAreRoutedAway() {
        pick(random, asDubboDoes(two), 1_000);
        assertThat(only(random).redraws()).isZero();

        BitSet first = new BitSet();
        first.set(0);
        List<Invoker<Object>> four = Invokers.stubs(1, 4, "");
        first.set(2);
        Engine<?> routed = new Engine<>(StrategyType.of(WeightedRandom::new), env);
        pick(routed, asDubboDoes(four), 1);
        pick(routed, Invokers.routed(four, first), 10_000);
        // Binomial(10,000, 1/2): outside of this once in 10^15.
        assertThat(only(routed).redraws()).isBetween(4_600L, 5_400L);
    }

    @Test
    void rebuilds_countChangesOfListAndWeight() {
        pick(random, asDubboDoes(two), 10);
        env.passMillis(1_000);
        pick(random, asDubboDoes(two), 10);
        assertThat(only(random).rebuilds()).isEqualTo(1);

        ((Invokers.Stub) (Object) two.get(0)).setUrl(Invokers.url(1, "weight=7"));
        env.passMillis(1_000);
        pick(random, asDubboDoes(two), 10);
        assertThat(only(random).rebuilds()).isEqualTo(2);

        pick(random, asDubboDoes(Invokers.stubs(1, 3, "")), 10);
        assertThat(only(random).rebuilds()).isEqualTo(3);
    }

    @Test
    void provider_thatLeftTheList_saysSo_andGoesWithTheList() {
        List<Invoker<Object>> three = Invokers.stubs(1, 3, "");
        pick(random, asDubboDoes(three), 10);
        env.passMillis(3_000); // sooner, it would be taken for a part of the first
        pick(random, asDubboDoes(three.subList(0, 2)), 10);

        assertThat(only(random).providers())
                .extracting(ProviderSnapshot::why)
                .containsExactly("", "", "not in the newest list");

        env.passMillis(61_000);
        pick(random, asDubboDoes(three.subList(0, 2)), 10);
        random.sweep();
        assertThat(only(random).providers()).hasSize(2);
    }

    @Test
    void why_namesWeightWarmUpAndScore() {
        Engine<?> least = new Engine<>(StrategyType.of(it -> new LeastRequest(4, it)), env);
        long started = env.wallMillis() - 60_000;
        List<Invoker<Object>> list =
                List.of(Invokers.stub(1, ""), Invokers.stub(2, "weight=0"), Invokers.stub(3, "timestamp=" + started));
        pick(least, asDubboDoes(list), 1);

        // A tenth of the usual warm-up of 10 minutes has passed: of the mean weight of 55, a call is 5.5 loads to it.
        List<ProviderSnapshot> providers = only(least).providers();
        assertThat(providers)
                .extracting(ProviderSnapshot::toString)
                .containsExactly(
                        "10.0.0.1:20880 weight 100, in flight 0, score 0.00",
                        "10.0.0.2:20880 weight 0, in flight 0, weight 0",
                        "10.0.0.3:20880 weight 10 of 100, in flight 0, warming up, score 0.00");
    }

    @Test
    void lastMinute_afterAMinuteOfSilence_isNothing() {
        pick(random, asDubboDoes(two), 10);
        for (int i = 0; i < 8; i++) {
            random.sweep();
            env.passMillis(10_000);
            random.select(two, 2, consumer(), call("other"));
        }
        MethodSnapshot silent = Snapshots.of("named", random, true).stream()
                .filter(method -> method.method().equals("getOrder"))
                .findAny()
                .orElseThrow();
        assertThat(silent.picksLastMinute()).isZero();
        assertThat(picks(silent)).isEqualTo(10);
    }

    @Test
    void picks_afterFiveMinutesWithoutACall_goOn() {
        pick(random, asDubboDoes(two), 10);
        for (int i = 0; i < 30; i++) {
            env.passMillis(10_000);
            random.sweep();
        }
        assertThat(Snapshots.of("named", random, true)).isEmpty();

        pick(random, asDubboDoes(two), 1);
        assertThat(picks(only(random))).isEqualTo(11);
    }

    private static long picks(MethodSnapshot method) {
        return method.providers().stream().mapToLong(ProviderSnapshot::picks).sum();
    }
}
