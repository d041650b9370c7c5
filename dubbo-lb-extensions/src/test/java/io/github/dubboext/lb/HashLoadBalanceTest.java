package io.github.dubboext.lb;

import static io.github.dubboext.lb.dubbo.Invokers.asDubboDoes;
import static io.github.dubboext.lb.dubbo.Invokers.consumer;
import static io.github.dubboext.lb.dubbo.Invokers.routed;
import static io.github.dubboext.lb.dubbo.Invokers.stub;
import static io.github.dubboext.lb.dubbo.Invokers.stubs;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.dubboext.lb.dubbo.Invokers;
import io.github.dubboext.lb.dubbo.Warned;
import io.github.dubboext.lb.env.ScriptedEnv;
import io.github.dubboext.lb.pick.ChiSquare;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.dubbo.common.io.Bytes;
import org.apache.dubbo.rpc.Invocation;
import org.apache.dubbo.rpc.Invoker;
import org.apache.dubbo.rpc.RpcInvocation;
import org.apache.dubbo.rpc.cluster.LoadBalance;
import org.apache.dubbo.rpc.cluster.loadbalance.ConsistentHashLoadBalance;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The hash strategies through their doors: beside Dubbo's own, and on what users report of it. */
@Timeout(120)
class HashLoadBalanceTest {

    static Stream<LoadBalance> doors() {
        return Stream.of(ring(), new MaglevLoadBalance(new ScriptedEnv(1)));
    }

    private static LoadBalance ring() {
        return new RingHashLoadBalance(new ScriptedEnv(1));
    }

    private static RpcInvocation call(Object... arguments) {
        return call("hi", arguments);
    }

    private static RpcInvocation call(String method, Object[] arguments) {
        return new RpcInvocation(null, method, Invokers.SERVICE, "", new Class<?>[0], arguments);
    }

    private static Invoker<Object> select(LoadBalance loadBalance, List<Invoker<Object>> list, Invocation invocation) {
        return loadBalance.select(list, consumer(), invocation);
    }

    private static Map<Invoker<Object>, Integer> count(
            LoadBalance loadBalance, List<Invoker<Object>> list, int calls, IntFunction<Invocation> invocation) {
        Map<Invoker<Object>, Integer> counts = new HashMap<>();
        for (int i = 0; i < calls; i++) {
            counts.merge(select(loadBalance, asDubboDoes(list), invocation.apply(i)), 1, Integer::sum);
        }
        return counts;
    }

    // --- the same mapping as Dubbo's

    /** {@code n,nodes,arguments,keys}. */
    static Stream<Object[]> fleets() {
        Stream<Object[]> large = Stream.of(
                new Object[] {2, 160, "0", 20_000},
                new Object[] {10, 160, "0", 100_000},
                new Object[] {50, 4, "1,0", 20_000},
                new Object[] {200, 320, "0,1,2", 20_000});
        int[] nodes = {160, 4, 40, 400};
        String[] arguments = {"0", "1", "2", "0,1", "2,0", "1,1,9"};
        Stream<Object[]> all = Stream.iterate(3, n -> n < 200, n -> n + 7).map(n ->
                new Object[] {n, nodes[n % nodes.length], arguments[n % arguments.length], 2_000});
        return Stream.concat(large, all);
    }

    @ParameterizedTest
    @MethodSource("fleets")
    void ringhash_isWhereDubboIs(int n, int nodes, String arguments, int keys) {
        List<Invoker<Object>> list = stubs(0, n, "hash.nodes=" + nodes + "&hash.arguments=" + arguments);
        List<Invoker<Object>> otherOrder = new ArrayList<>(list);
        Collections.shuffle(otherOrder, new Random(n));
        BitSet bits = new BitSet();
        new SplittableRandom(n).ints(n, 0, n).forEach(bits::set); // about 63 %
        bits.set(0, 2);
        LoadBalance dubbo = new ConsistentHashLoadBalance();
        LoadBalance dubboOfPart = new ConsistentHashLoadBalance();
        LoadBalance ours = ring();
        List<Invoker<Object>> part = new ArrayList<>(routed(list, bits));
        BitSet partOfOther = inOrder(otherOrder, part);
        SplittableRandom random = new SplittableRandom(keys);
        List<RpcInvocation> different = new ArrayList<>();
        for (int i = 0; i < keys; i++) {
            RpcInvocation call = call(
                    i % 100 == 0 ? null : Long.toString(random.nextLong(), 36) + (i % 3 == 0 ? "\u8ba2\u5355" : ""),
                    random.nextLong(),
                    List.of("u" + random.nextInt(), i, i % 2 == 0));
            if (select(dubbo, list, call) != select(ours, otherOrder, call)) {
                different.add(call);
            }
            if (i % 10 == 0 && select(dubboOfPart, part, call) != select(ours, routed(otherOrder, partOfOther), call)) {
                different.add(call);
            }
        }
        // Only a key whose next point belongs to two providers may differ: Dubbo gives it to the last in the list.
        NavigableMap<Long, Integer> points = points(list, nodes);
        for (RpcInvocation call : different) {
            Map.Entry<Long, Integer> next = points.ceilingEntry(place(Bytes.getMD5(dubbosKey(call, arguments)), 0));
            assertThat((next == null ? points.firstEntry() : next).getValue()).isGreaterThan(1);
        }
        if (!different.isEmpty()) {
            System.out.printf("n = %d, %d nodes: %d of %d keys on points of two%n", n, nodes, different.size(), keys);
        }
    }

    private static String dubbosKey(RpcInvocation call, String arguments) {
        return Arrays.stream(arguments.split(","))
                .map(Integer::parseInt)
                .filter(index -> index < call.getArguments().length)
                .map(index -> String.valueOf(call.getArguments()[index]))
                .collect(Collectors.joining());
    }

    /** All points of a ring, and how many providers have each. */
    private static NavigableMap<Long, Integer> points(List<Invoker<Object>> list, int nodes) {
        NavigableMap<Long, Integer> points = new TreeMap<>();
        for (Invoker<Object> invoker : list) {
            for (int i = 0; i < nodes / 4; i++) {
                byte[] digest = Bytes.getMD5(invoker.getUrl().getAddress() + i);
                for (int word = 0; word < 4; word++) {
                    points.merge(place(digest, word), 1, Integer::sum);
                }
            }
        }
        return points;
    }

    private static long place(byte[] digest, int word) {
        return ByteBuffer.wrap(digest).order(ByteOrder.LITTLE_ENDIAN).getInt(word * 4) & 0xFFFF_FFFFL;
    }

    private static BitSet inOrder(List<Invoker<Object>> list, List<Invoker<Object>> part) {
        BitSet bits = new BitSet();
        for (int i = 0; i < list.size(); i++) {
            bits.set(i, part.contains(list.get(i)));
        }
        return bits;
    }

    // --- what users report of consistenthash (dubbo-issues, section 5)

    @ParameterizedTest
    @MethodSource("doors")
    void c2_manyKeys_useAllProviders(LoadBalance door) {
        Map<Invoker<Object>, Integer> counts = count(door, stubs(0, 3, ""), 9_000, i -> call("key-" + i));
        assertThat(counts.values()).hasSize(3).allMatch(count -> count >= 2_000);
    }

    /** A message without a toString. */
    @SuppressWarnings("unused") // read by reflection
    static final class Message {
        private final String user;

        Message(String user) {
            this.user = user;
        }
    }

    @ParameterizedTest
    @MethodSource("doors")
    void c3_equalArguments_goToOneNode(LoadBalance door) {
        List<Invoker<Object>> list = stubs(0, 3, "");
        assertThat(count(door, list, 3_000, i -> call((Object) new String[] {"u1"})))
                .hasSize(1);
        assertThat(count(door, list, 3_000, i -> call((Object) new int[] {1, 2, 3})))
                .hasSize(1);
        assertThat(count(door, list, 3_000, i -> call(new Message("u1")))).hasSize(1);
        assertThat(count(door, list, 3_000, i -> call(List.of(new Message("u1")))))
                .hasSize(1);
        assertThat(count(door, list, 3_000, i -> call(new Message("u" + i)))).hasSize(3);
    }

    @Test
    void c3_differentParts_areDifferentKeys_whereDubbosIdentityIsNotAskedFor() {
        // Two independent keys share one of ten nodes in 1 of 10 cases: 100 of 1,000 with a standard deviation of 9.5.
        List<Invoker<Object>> list = stubs(0, 10, "hash.arguments=0,1&hash.key=method+arguments");
        for (LoadBalance door : doors().toList()) {
            int same = 0;
            for (int i = 0; i < 1_000; i++) {
                Invoker<Object> one = select(door, list, call("u" + i, "1x"));
                same += one == select(door, list, call("u" + i + "1", "x")) ? 1 : 0;
            }
            assertThat(same).isBetween(100 - 60, 100 + 60);
        }
    }

    @ParameterizedTest
    @MethodSource("doors")
    void c4_noArguments_orAnIndexBehindTheLast_areSpread_andToldOnce(LoadBalance door) {
        try (Warned warned = new Warned()) {
            List<Invoker<Object>> list = stubs(0, 3, "hi.hash.arguments=0&ho.hash.arguments=5");
            for (String method : new String[] {"hi", "ho"}) {
                Map<Invoker<Object>, Integer> counts = count(
                        door, list, 9_000, i -> call(method, method.equals("hi") ? new Object[0] : new Object[1]));
                ChiSquare.assertFollows(
                        list.stream()
                                .mapToLong(each -> counts.getOrDefault(each, 0))
                                .toArray(),
                        new long[] {1, 1, 1},
                        1e-8);
            }
            assertThat(warned.messages())
                    .containsExactly(
                            "hash.arguments: 0 (expected: the index of an argument, of which there are 0; calls without a"
                                    + " key go to a provider at random, by weight) for com.acme.OrderService.hi",
                            "hash.arguments: 5 (expected: the index of an argument, of which there are 1; calls without a"
                                    + " key go to a provider at random, by weight) for com.acme.OrderService.ho");
        }
    }

    @ParameterizedTest
    @MethodSource("doors")
    void c5_directAndGenericCalls_goToOneNode(LoadBalance door) {
        List<Invoker<Object>> list = stubs(0, 10, "");
        for (int i = 0; i < 1_000; i++) {
            Object[] generic = {"hi", new String[] {"java.lang.String"}, new Object[] {"k" + i}};
            assertThat(select(door, list, call("$invoke", generic))).isSameAs(select(door, list, call("k" + i)));
        }
    }

    @ParameterizedTest
    @MethodSource("doors")
    void c11_otherConsumers_otherOrder_restartsAndWarmUp_moveNothing(LoadBalance door) {
        long now = new ScriptedEnv(1).wallMillis();
        List<Invoker<Object>> old = stubs(0, 10, "timestamp=" + (now - 3_600_000));
        List<Invoker<Object>> restarted = new ArrayList<>();
        for (int i = 9; i >= 0; i--) {
            restarted.add(stub(i, "timestamp=" + (now - 1_000L * i) + "&pid=" + i));
        }
        Map<Integer, String> mapping = new HashMap<>();
        for (int i = 0; i < 1_000; i++) {
            mapping.put(i, address(select(door, asDubboDoes(old), call("k" + i))));
        }
        LoadBalance other = door instanceof RingHashLoadBalance ? ring() : new MaglevLoadBalance(new ScriptedEnv(9));
        for (int i = 0; i < 1_000; i++) {
            assertThat(address(select(door, asDubboDoes(restarted), call("k" + i))))
                    .isEqualTo(mapping.get(i));
            assertThat(address(select(other, asDubboDoes(restarted), call("k" + i))))
                    .isEqualTo(mapping.get(i));
        }
    }

    private static String address(Invoker<Object> invoker) {
        return invoker.getUrl().getAddress();
    }

    @Test
    void c11_oneOfTenGone_movesItsKeysAndNoOther() {
        List<Invoker<Object>> all = stubs(0, 10, "");
        List<Invoker<Object>> left = new ArrayList<>(all.subList(1, 10));
        LoadBalance before = ring();
        LoadBalance after = ring();
        for (int i = 0; i < 50_000; i++) {
            Invoker<Object> was = select(before, all, call("k" + i));
            Invoker<Object> is = select(after, left, call("k" + i));
            if (was != is && was != all.get(0)) {
                throw new AssertionError("k" + i + " moved from " + was + " to " + is);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("doors")
    void c12_argumentOfOneMethod_isConfiguredForIt(LoadBalance door) {
        List<Invoker<Object>> list = stubs(0, 10, "hash.arguments=0&m.hash.arguments=1");
        for (int i = 0; i < 200; i++) {
            assertThat(select(door, list, call("m", new Object[] {"a", "k" + i})))
                    .isSameAs(select(door, list, call("m", new Object[] {"b", "k" + i})));
            assertThat(select(door, list, call("other", new Object[] {"k" + i, "a"})))
                    .isSameAs(select(door, list, call("other", new Object[] {"k" + i, "b"})));
        }
        assertThat(count(door, list, 200, i -> call("m", new Object[] {"a", "k" + i})))
                .hasSizeGreaterThan(5);
    }

    @ParameterizedTest
    @MethodSource("doors")
    void u9_warmUpAndWeightZero_drainedGetsNothing_warmingMovesNothing(LoadBalance door) {
        List<Invoker<Object>> list = stubs(0, 9, "");
        list.add(stub(9, "weight=0"));
        assertThat(count(door, list, 5_000, i -> call("k" + i)))
                .doesNotContainKey(list.get(9))
                .hasSize(9);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "hash.nodes=0|hash.nodes: 0 (expected: an integer from 1 to 10000)",
                "hash.nodes=-1|hash.nodes: -1 (expected: an integer from 1 to 10000)",
                "hash.nodes=abc|hash.nodes: abc (expected: an integer from 1 to 10000)",
                "hash.arguments=a,-1|hash.arguments: a,-1 (expected: indexes from 0 up, separated by commas)",
                "hash.bound=0.5|hash.bound: 0.5 (expected: a number from 1.0 to 1000)",
            })
    void x14_x16_badValue_isToldOnce_andCallsGoOnWithTheDefault(String parameter, String warning) {
        try (Warned warned = new Warned()) {
            List<Invoker<Object>> bad = stubs(0, 10, parameter);
            List<Invoker<Object>> plain = stubs(0, 10, "");
            LoadBalance one = ring();
            LoadBalance other = ring();
            for (int i = 0; i < 1_000; i++) {
                Collections.shuffle(bad, new Random(i)); // whoever comes first tells it, once
                assertThat(address(select(one, asDubboDoes(new ArrayList<>(bad)), call("k" + i))))
                        .isEqualTo(address(select(other, plain, call("k" + i))));
            }
            assertThat(warned.messages())
                    .singleElement()
                    .asString()
                    .startsWith(warning + " for com.acme.OrderService; using ");
        }
    }

    @Test
    void x14_fewNodes_areExact() {
        // Dubbo: none below 4, 8 for 10. Of 3 providers with 1 node each, all get something.
        for (int nodes : new int[] {1, 2, 3, 10}) {
            assertThat(count(ring(), stubs(0, 3, "hash.nodes=" + nodes), 9_000, i -> call("k" + i)))
                    .hasSize(3);
        }
    }

    @Test
    void tooManyProvidersForTheTable_isToldOnceAMethod() {
        try (Warned warned = new Warned()) {
            List<Invoker<Object>> list = stubs(0, 651, "");
            LoadBalance door = new MaglevLoadBalance(new ScriptedEnv(1));
            count(door, list, 10, i -> call("k" + i));
            count(door, new ArrayList<>(list), 10, i -> call("k" + i));
            assertThat(warned.messages())
                    .containsExactly("maglev.table: 65537 (expected: a prime above 100 times the 651 providers, such as"
                            + " 655373, the same at every consumer) for com.acme.OrderService.hi");
        }
    }

    @Test
    void retrysShortList_isPickedOnTheTableOfTheWhole() {
        List<Invoker<Object>> all = stubs(0, 100, "");
        for (LoadBalance door : doors().toList()) {
            for (int i = 0; i < 300; i++) {
                Invoker<Object> first = select(door, asDubboDoes(all), call("k" + i));
                List<Invoker<Object>> rest = new ArrayList<>(all.subList(0, 10));
                boolean has = rest.contains(first);
                Invoker<Object> again = select(door, rest, call("k" + i));
                assertThat(rest).contains(again);
                if (has) {
                    assertThat(again).isSameAs(first);
                }
            }
        }
    }

    @Test
    void balanceOfTenNodes_isReported() {
        // X18: Dubbo's 200,000 keys on 10 equal nodes: 16,140 to 22,592.
        for (LoadBalance door : doors().toList()) {
            Map<Invoker<Object>, Integer> counts = count(door, stubs(0, 10, ""), 50_000, i -> call("k" + i));
            int[] sorted = counts.values().stream()
                    .mapToInt(Integer::intValue)
                    .sorted()
                    .toArray();
            System.out.printf(
                    "%s: 50,000 keys on 10 nodes: %s%n", door.getClass().getSimpleName(), Arrays.toString(sorted));
            // maglev: 5,000 with a standard deviation of 67.
            int off = door instanceof MaglevLoadBalance ? 400 : 1_250;
            assertThat(sorted[0]).isGreaterThan(5_000 - off);
            assertThat(sorted[9]).isLessThan(5_000 + off);
        }
    }
}
