package io.github.dubboext.lb.dubbo;

import static io.github.dubboext.lb.dubbo.Invokers.asDubboDoes;
import static io.github.dubboext.lb.dubbo.Invokers.call;
import static io.github.dubboext.lb.dubbo.Invokers.consumer;
import static io.github.dubboext.lb.dubbo.Invokers.stub;
import static io.github.dubboext.lb.dubbo.Invokers.stubs;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.dubboext.lb.env.ScriptedEnv;
import io.github.dubboext.lb.pick.SmoothRoundRobin;
import io.github.dubboext.lb.pick.Threads;
import java.util.BitSet;
import java.util.List;
import org.apache.dubbo.rpc.Invoker;
import org.junit.jupiter.api.Test;

/** What users reported of Dubbo's round robin, through the engine, each with the right value. */
class RoundRobinReportsTest {
    private final ScriptedEnv env = new ScriptedEnv(11);
    private final Engine<Boolean> engine = new Engine<>(StrategyType.of(SmoothRoundRobin::new), env);

    private int pick(List<Invoker<Object>> list, List<Invoker<Object>> handed) {
        return list.indexOf(engine.select(handed, handed.size(), consumer(), call("getOrder")));
    }

    private long[] count(List<Invoker<Object>> list, int picks) {
        long[] counts = new long[list.size()];
        for (int i = 0; i < picks; i++) {
            counts[pick(list, asDubboDoes(list))]++;
        }
        return counts;
    }

    @Test
    void weightsOneToTwo_threeHundredPicks_areAHundredToTwoHundred() {
        long[] counts = count(List.of(stub(0, "weight=100"), stub(1, "weight=200")), 300);
        assertThat(counts[0]).isCloseTo(100, within(2L));
    }

    @Test
    void weightsFiveThreeTwo_tenThousandPicks_areWithinFiveOfTheirDue() {
        long[] counts = count(List.of(stub(0, "weight=5"), stub(1, "weight=3"), stub(2, "weight=2")), 10_000);
        assertThat(counts[0]).isCloseTo(5_000, within(5L));
        assertThat(counts[1]).isCloseTo(3_000, within(5L));
        assertThat(counts[2]).isCloseTo(2_000, within(5L));
    }

    @Test
    void allWeightsZero_areEven() {
        // Dubbo: 300/0/0.
        for (long count : count(stubs(0, 3, "weight=0"), 300)) {
            assertThat(count).isCloseTo(100, within(5L));
        }
    }

    @Test
    void sixteenThreadsOnAColdEngine_shareTheCallsEvenly() throws InterruptedException {
        List<Invoker<Object>> list = stubs(0, 3, "");
        long[] counts = Threads.count(16, 1_875, 3, () -> pick(list, asDubboDoes(list)));
        for (long count : counts) {
            assertThat(count).isCloseTo(10_000, within(5L + 16));
        }
    }

    @Test
    void fullListAndARouteThatAlternate_eachKeepTheirShares() {
        // Dubbo, with one state for both: 20,000/0/10,000 over the full list, and 0/30,000 over the route.
        List<Invoker<Object>> list = stubs(0, 3, "");
        BitSet route = new BitSet();
        route.set(1, 3);
        long[] full = new long[3];
        long[] routed = new long[3];
        for (int i = 0; i < 30_000; i++) {
            full[pick(list, asDubboDoes(list))]++;
            routed[pick(list, Invokers.routed(list, route))]++;
        }
        for (long count : full) {
            assertThat(count).isCloseTo(10_000, within(15L));
        }
        assertThat(routed[0]).isZero();
        assertThat(routed[1]).isCloseTo(15_000, within(15L));
    }

    @Test
    void weightsThatFlipAtEveryRefresh_leaveNobodyShort() {
        List<Invoker<Object>> list = stubs(0, 3, "weight=100");
        long[] counts = new long[3];
        for (int i = 0; i < 3_000; i++) {
            env.passMillis(1_000);
            ((Invokers.Stub) list.get(1)).setUrl(Invokers.url(1, i % 2 == 0 ? "weight=101" : "weight=100"));
            counts[pick(list, asDubboDoes(list))]++;
        }
        for (long count : counts) {
            assertThat(count).isCloseTo(1_000, within(10L));
        }
    }

    @Test
    void callsThatChooseARegistryFirst_reachEveryProviderBehindIt() {
        // Both choices are this strategy's, for one service and method. From one sequence, some providers would have no
        // call.
        List<Invoker<Object>> registries =
                List.of(WeightsTest.registry("zk1:2181", "", ""), WeightsTest.registry("zk2:2181", "", ""));
        List<List<Invoker<Object>>> behind = List.of(stubs(0, 6, ""), stubs(100, 6, ""));
        long[][] counts = new long[2][6];
        for (int i = 0; i < 12_000; i++) {
            int registry = pick(registries, asDubboDoes(registries));
            counts[registry][pick(behind.get(registry), asDubboDoes(behind.get(registry)))]++;
        }
        for (long[] ofRegistry : counts) {
            for (long count : ofRegistry) {
                assertThat(count).isCloseTo(1_000, within(20L));
            }
        }
    }
}
