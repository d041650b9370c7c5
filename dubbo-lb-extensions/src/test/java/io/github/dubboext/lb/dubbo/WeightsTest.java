package io.github.dubboext.lb.dubbo;

import static io.github.dubboext.lb.dubbo.Invokers.asDubboDoes;
import static io.github.dubboext.lb.dubbo.Invokers.call;
import static io.github.dubboext.lb.dubbo.Invokers.consumer;
import static io.github.dubboext.lb.dubbo.Invokers.stub;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.github.dubboext.lb.env.ScriptedEnv;
import io.github.dubboext.lb.pick.ChiSquare;
import io.github.dubboext.lb.pick.SmoothRoundRobin;
import io.github.dubboext.lb.pick.Strategy;
import io.github.dubboext.lb.pick.WeightedRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.dubbo.common.URL;
import org.apache.dubbo.rpc.Invoker;
import org.apache.dubbo.rpc.cluster.ClusterInvoker;
import org.junit.jupiter.api.Test;

/** Users' reports about weights and warm-up, each with the right value: what the weight is, and what the shares are. */
class WeightsTest {
    private static final double ALPHA = 1e-8;
    private static final long DAY_MILLIS = 86_400_000;

    private final ScriptedEnv env = new ScriptedEnv(7);

    private Engine<Boolean> engine(Function<io.github.dubboext.lb.env.Env, Strategy> create) {
        return new Engine<>(StrategyType.of(create), env);
    }

    private final Engine<Boolean> random = engine(WeightedRandom::new);
    private final Engine<Boolean> roundRobin = engine(SmoothRoundRobin::new);

    private static long[] count(Engine<?> engine, List<Invoker<Object>> list, int picks) {
        long[] counts = new long[list.size()];
        for (int i = 0; i < picks; i++) {
            List<Invoker<Object>> handed = asDubboDoes(list);
            counts[list.indexOf(engine.select(handed, handed.size(), consumer(), call("getOrder")))]++;
        }
        return counts;
    }

    /** For a consumer that has just started: picks follow these weights, by random and by round robin. */
    private void assertShares(List<Invoker<Object>> list, long... weights) {
        assertShares(engine(WeightedRandom::new), engine(SmoothRoundRobin::new), list, weights);
    }

    /** For the consumer of this test, which may have seen other lists before. */
    private void assertSharesNow(List<Invoker<Object>> list, long... weights) {
        assertShares(random, roundRobin, list, weights);
    }

    private static void assertShares(
            Engine<?> random, Engine<?> roundRobin, List<Invoker<Object>> list, long... weights) {
        int picks = 20_000;
        ChiSquare.assertFollows(count(random, list, picks), weights, ALPHA);
        long[] counts = count(roundRobin, list, picks);
        double total = Arrays.stream(weights).sum();
        for (int i = 0; i < weights.length; i++) {
            assertThat(Math.abs(counts[i] - picks * weights[i] / total)).isLessThanOrEqualTo(5);
        }
    }

    private static List<Invoker<Object>> providers(String... parameters) {
        List<Invoker<Object>> list = new ArrayList<>();
        for (String each : parameters) {
            list.add(stub(list.size(), each));
        }
        return list;
    }

    @Test
    void aWeightOnOneProvider_countsWhereverItStandsInTheList() {
        // #12550: Dubbo's random asks the first provider only.
        assertShares(providers("", "weight=300"), 100, 300);
        assertShares(providers("weight=300", ""), 300, 100);
        assertShares(providers("", "weight=10", "weight=1000"), 100, 10, 1000);
    }

    @Test
    void weightZero_getsNothing_whereverItStands() {
        assertShares(providers("", "weight=0", "weight=0"), 100, 0, 0);
        assertShares(providers("weight=0", "weight=100"), 0, 100);
    }

    @Test
    void allWeightsZero_areEqual() {
        assertShares(providers("weight=0", "weight=0", "weight=0"), 1, 1, 1);
    }

    @Test
    void hugeWeights_doNotOverflow() {
        assertShares(providers("weight=2000000000", "weight=1000000000"), 2, 1);
        assertShares(providers("weight=1500000000", "weight=1500000000", "weight=1600000000"), 15, 15, 16);
        assertShares(providers("weight=2000000000", "weight=2000000000", "weight=500000000"), 4, 4, 1);
    }

    @Test
    void unreadableWeight_isToldOnce_and100() {
        try (Warned warned = new Warned()) {
            assertShares(providers("weight=1.5", "weight=abc", "weight=99999999999", "weight=50"), 100, 100, 100, 50);
            assertThat(warned.messages())
                    .containsExactlyInAnyOrder(
                            // twice each: the two strategies do not share state
                            told("1.5", 0, 100),
                            told("abc", 1, 100),
                            told("99999999999", 2, 100),
                            told("1.5", 0, 100),
                            told("abc", 1, 100),
                            told("99999999999", 2, 100));
        }
    }

    @Test
    void negativeWeight_isToldOnce_andZero() {
        try (Warned warned = new Warned()) {
            count(random, providers("weight=-1", "weight=100"), 10);
            env.passMillis(5_000);
            assertThat(count(random, providers("weight=-1", "weight=100"), 1_000))
                    .containsExactly(0, 1_000);
            assertThat(warned.messages()).containsExactly(told("-1", 0, 0));
        }
    }

    @Test
    void pushedWeight_unreadable_lastGoodOneStays_andIsToldOnceForAllMethods() {
        try (Warned warned = new Warned()) {
            assertThat(count(random, providers("weight=0", "weight=100"), 100)).containsExactly(0, 100);
            for (int i = 0; i < 3; i++) {
                env.passMillis(1_500);
                // As after each push: another list, of other objects.
                assertThat(count(random, providers("weight=heavy", "weight=100"), 100))
                        .containsExactly(0, 100);
            }
            List<Invoker<Object>> again = providers("weight=heavy", "weight=100");
            for (int i = 0; i < 3; i++) {
                env.passMillis(1_500);
                assertThat(count(random, again, 100)).containsExactly(0, 100);
            }
            // Also for a method whose first call comes only now.
            assertThat(random.select(again, 2, consumer(), call("cancelOrder"))).isSameAs(again.get(1));
            assertThat(warned.messages()).containsExactly(told("heavy", 0, 0));
        }
    }

    private static String told(String weight, int provider, int used) {
        return "weight: " + weight
                + " (expected: an integer of 0 or more) for com.acme.OrderService at 10.0.0." + provider
                + ":20880; using " + used;
    }

    @Test
    void registries_areWeightedByTheirOwnWeight() {
        // #9546: 300/100; the providers' weights behind them do not mix in.
        assertShares(
                Arrays.asList(registry("zk1:2181", "weight=300", "weight=1"), registry("zk2:2181", "", "weight=1000")),
                300,
                100);
    }

    @SuppressWarnings("unchecked")
    static Invoker<Object> registry(String address, String ofRegistry, String ofConsumer) {
        ClusterInvoker<Object> cluster = mock(ClusterInvoker.class);
        String service = "org.apache.dubbo.registry.RegistryService";
        when(cluster.getRegistryUrl())
                .thenReturn(URL.valueOf(
                        "zookeeper://" + address + "/" + service + "?interface=" + service + "&" + ofRegistry));
        when(cluster.getUrl()).thenReturn(consumer().addParameters("weight", ofConsumer.replace("weight=", "")));
        return cluster;
    }

    // Warm-up

    private String startedMillisAgo(long millis) {
        return "timestamp=" + (env.wallMillis() - millis);
    }

    @Test
    void startTimeOfTheProvider_givesTheWeight() {
        // Dubbo's fixed points beside an old provider, default warm-up of 600,000 ms. 1 ms: at least 1.
        assertShares(providers(startedMillisAgo(60_000), startedMillisAgo(DAY_MILLIS)), 10, 100);
        assertShares(providers(startedMillisAgo(300_000), startedMillisAgo(60 * DAY_MILLIS)), 50, 100);
        assertShares(providers(startedMillisAgo(0), startedMillisAgo(DAY_MILLIS)), 1, 100);
        assertShares(providers("weight=1000&" + startedMillisAgo(60_000), "weight=100"), 100, 100);
    }

    @Test
    void warmupKey_isReadForTheMethodToo_andZeroIsNone() {
        String young = startedMillisAgo(500);
        assertShares(providers(young + "&warmup=1000", "warmup=1"), 50, 100);
        assertShares(providers(young + "&getOrder.warmup=1000", "warmup=1"), 50, 100);
        assertShares(providers(young + "&warmup=0", "warmup=1"), 100, 100);
        assertShares(providers(young + "&warmup=-1", "warmup=1"), 100, 100); // as in Dubbo
    }

    @Test
    void withoutStartTime_providersOfTheFirstListAreOld_andLaterOnesWarmUp() {
        List<Invoker<Object>> list = providers("warmup=10000", "warmup=10000");
        assertSharesNow(list, 100, 100);
        list = new ArrayList<>(list);
        list.add(stub(2, "warmup=10000"));
        assertSharesNow(list, 100, 100, 1);
        env.passMillis(5_000);
        assertSharesNow(list, 100, 100, 50);
        env.passMillis(5_000);
        assertSharesNow(list, 100, 100, 100);
    }

    @Test
    void withoutStartTime_ageIsKeptAcrossMethodsAndListUpdates() {
        List<Invoker<Object>> list = new ArrayList<>(providers("warmup=10000"));
        list.add(stub(1, "warmup=10000"));
        count(random, list, 1);
        list.add(stub(2, "warmup=10000"));
        count(random, list, 1);
        env.passMillis(5_000);
        // A notification: other Invoker objects and another order, same addresses; and a method not called before.
        List<Invoker<Object>> again = new ArrayList<>();
        for (int i : new int[] {2, 0, 1}) {
            again.add(stub(i, "warmup=10000"));
        }
        long[] counts = new long[3];
        for (int i = 0; i < 40_000; i++) {
            counts[again.indexOf(random.select(asDubboDoes(again), 3, consumer(), call("cancelOrder")))]++;
        }
        ChiSquare.assertFollows(counts, new long[] {50, 100, 100}, ALPHA);
    }

    @Test
    void weightBelowOneWhileWarming_isOne() {
        List<Invoker<Object>> list = new ArrayList<>(providers("weight=3", "weight=3"));
        assertSharesNow(list, 3, 3);
        list.add(stub(2, "weight=3"));
        assertSharesNow(list, 3, 3, 1);
    }

    @Test
    void allNew_changesNoShare() {
        String started = startedMillisAgo(1_000);
        assertShares(providers("weight=100&" + started, "weight=200&" + started, "weight=300&" + started), 1, 2, 3);
    }

    @Test
    void clockAhead_isToldOnce_andTakesOneWarmUpAtMost() {
        // One hour ahead: Dubbo leaves it at weight 1 for an hour and ten minutes.
        List<Invoker<Object>> list =
                providers("timestamp=" + (env.wallMillis() + 3_600_000), startedMillisAgo(DAY_MILLIS));
        try (Warned warned = new Warned()) {
            ChiSquare.assertFollows(count(random, list, 40_000), new long[] {1, 100}, ALPHA);
            env.passMillis(300_000);
            ChiSquare.assertFollows(count(random, list, 40_000), new long[] {50, 100}, ALPHA);
            env.passMillis(300_000);
            ChiSquare.assertFollows(count(random, list, 40_000), new long[] {100, 100}, ALPHA);
            assertThat(warned.messages()).hasSize(1);
            assertThat(warned.messages().get(0)).startsWith("timestamp: ").contains("10.0.0.0:20880");
        }
    }

    @Test
    void badWarmup_isToldOnce_andTheDefaultIsUsed() {
        try (Warned warned = new Warned()) {
            assertShares(providers("warmup=soon&" + startedMillisAgo(60_000), startedMillisAgo(DAY_MILLIS)), 10, 100);
            assertThat(warned.messages().stream().distinct().collect(Collectors.toList()))
                    .containsExactly("warmup: soon (expected: an integer) for"
                            + " com.acme.OrderService at 10.0.0.0:20880; using 600000");
        }
    }
}
