package io.github.dubboext.samples.consumer.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.github.dubboext.limit.LimitSnapshots;
import io.github.dubboext.limit.Refusals;
import io.github.dubboext.limit.core.Counters;
import io.github.dubboext.limit.core.LimitSnapshot;
import io.github.dubboext.limit.core.LimiterKey;
import io.github.dubboext.limit.core.LimiterKey.Kind;
import io.github.dubboext.samples.api.Order;
import io.github.dubboext.samples.consumer.cli.ConsumerMain;
import io.github.dubboext.samples.consumer.lab.Application;
import io.github.dubboext.samples.consumer.lab.Rules.Config;
import io.github.dubboext.samples.runtime.DubboJvm;
import io.github.dubboext.samples.runtime.Loopback;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.LongFunction;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.dubbo.rpc.RpcContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Rules pushed to a running system and taken back, through Dubbo's own config centre. No call may fail for it.
 *
 * <p>A class, and so a JVM, for each register mode: Dubbo hears no rule for consumers any more once its application has been
 * ended and begun again in one JVM. At interface level only those for consumers: after one for providers Dubbo itself misses
 * providers for seconds.
 */
@TestInstance(Lifecycle.PER_CLASS)
@Timeout(300)
abstract class LiveConfiguration {
    private static final int CALLS = 40; // by chance all of them on one of two providers: once in 10^12 runs

    private static final LimitSnapshot NONE =
            new LimitSnapshot(new LimiterKey(Kind.ACTIVES, "", "", ""), 0, false, 0, 0, new Counters(0), 0);

    private final String registerMode;
    private Path log;
    private LiveSystem system;
    /** Answers in 1 ms, an audit in 200. */
    private String fast;
    /** Answers in 40 ms, an audit in 400. */
    private String slow;

    LiveConfiguration(String registerMode) {
        this.registerMode = registerMode;
    }

    @BeforeAll
    void start() throws Exception {
        log = DubboJvm.prepare(ConsumerMain.class, "live-configuration-" + registerMode);
        Loopback.pin();
        String options = "--register-mode " + registerMode + " --delay ";
        system = new LiveSystem(
                List.of(options + "1ms", options + "40ms"), Map.of("loadbalance", "weightedrandom", "timeout", 60_000));
        fast = system.provider(0);
        slow = system.provider(1);
    }

    @AfterAll
    void close() throws Exception {
        system.close();
    }

    @AfterEach
    void clear() throws Exception {
        system.rules.clear();
        system.await("both again", () -> servers().size() == 2);
        system.assertNoCallFailed();
    }

    @Test
    void weight_zero_takesAProviderOut() throws Exception {
        system.rules.ofService(Config.consumersOf(slow, Map.of("weight", 0)));
        system.await("weight", () -> servers().equals(Set.of(fast)));
    }

    /** Where each key goes: the same provider for the same key, and not all to one. */
    @ParameterizedTest
    @CsvSource({
        "ringhash, hash.nodes,     40",
        "ringhash, hash.key,       method+arguments",
        "ringhash, hash.weighted,  true",
        "maglev,   maglev.table,   251",
        "maglev,   hash.key,       method+arguments",
    })
    void hash_changedKey_movesKeys_andTheyComeBack(String loadbalance, String key, String value) throws Exception {
        Config weights = Config.consumersOf(slow, Map.of("weight", 50));
        Config hash = Config.consumers(Map.of("loadbalance", loadbalance));
        system.rules.ofService(weights, hash);
        system.await(loadbalance, () -> placesOfKeys().equals(placesOfKeys()));
        List<String> before = placesOfKeys();
        assertThat(Set.copyOf(before)).containsExactlyInAnyOrder(fast, slow);

        system.rules.ofService(weights, hash, Config.consumers(Map.of(key, value)));
        system.await(key, () -> !placesOfKeys().equals(before));

        system.rules.ofService(weights, hash);
        system.await(key + " back", () -> placesOfKeys().equals(before));
    }

    @Test
    void hashArguments_another_spreadsWhatWasOneKey() throws Exception {
        system.rules.ofService(Config.consumers(Map.of("loadbalance", "ringhash")));
        system.await("ringhash", () -> serversOfOneCustomer().size() == 1);

        system.rules.ofService(Config.consumers(Map.of("loadbalance", "ringhash", "hash.arguments", 1)));
        system.await("hash.arguments", () -> serversOfOneCustomer().size() == 2);

        system.rules.ofService(Config.consumers(Map.of("loadbalance", "ringhash")));
        system.await("hash.arguments gone", () -> serversOfOneCustomer().size() == 1);
    }

    @Test
    void hashBound_given_spreadsOneKey_andGone_doesNot() throws Exception {
        Config ring = Config.consumers(Map.of("loadbalance", "ringhash"));
        system.rules.ofService(ring);
        system.await("ringhash", () -> serversOfOneCustomer().size() == 1);

        // Of the calls under way at a time, no more than 1.25 times its share for either: both take some.
        system.rules.ofService(Config.consumers(Map.of("loadbalance", "ringhash", "hash.bound", 1.25)));
        system.await("hash.bound", () -> serversOfOneCustomer().size() == 2);

        system.rules.ofService(ring);
        system.await("hash.bound gone", () -> serversOfOneCustomer().size() == 1);
    }

    @Test
    void ewmaDecay_short_theSlowOneIsTriedAgainSooner_andGone_later() throws Exception {
        Config ewma = Config.consumers(Map.of("loadbalance", "ewma"));
        system.rules.ofService(ewma);
        system.await("ewma", () -> ofSlowOneByOne() <= 2); // 40 ms fade to 1 in seconds at least

        system.rules.ofService(Config.consumers(Map.of("loadbalance", "ewma", "ewma.decay", 1)));
        system.await("ewma.decay", () -> ofSlowOneByOne() >= 5); // and now in some dozens of calls

        system.rules.ofService(ewma);
        system.await("ewma.decay gone", () -> ofSlowOneByOne() <= 2);
    }

    @Test
    void loadbalance_eachInTurn_takesOver() throws Exception {
        system.rules.ofService(Config.consumers(Map.of("loadbalance", "smoothroundrobin")));
        system.await("smoothroundrobin", this::takesTurns);
        system.rules.ofService(Config.consumers(Map.of("loadbalance", "maglev")));
        system.await("maglev", () -> servers().size() == 1);
        system.rules.clear();
        system.await("maglev gone", () -> servers().size() == 2);
        for (String loadbalance : List.of("leastrequest", "ewma")) {
            // With both to compare, they see that one is slow; with one, they cannot.
            system.rules.ofService(Config.consumers(Map.of("loadbalance", loadbalance)));
            system.await(loadbalance, () -> ofSlow() <= CALLS / 4);
            system.rules.ofService(Config.consumers(Map.of("loadbalance", loadbalance, loadbalance + ".choices", 1)));
            system.await(loadbalance + ".choices", () -> ofSlow() >= CALLS / 3);
        }
    }

    @Test
    void actives_raisedLoweredAndGone_whoWaitsGoes_whoRunsDrains() throws Exception {
        Config onSlow = onlySlow();
        system.rules.ofService(onSlow, Config.consumers(Map.of("actives", 1)));
        system.await(
                "actives",
                () -> audit().getServedBy().equals(slow) && activesOfAudit().limit() == 1);

        // One after the other they take 8 s, longer than any rule, and less than the timeout of an audit.
        List<CompletableFuture<Order>> calls = system.begin(10, this::audit);
        calls.addAll(auditAsync(10));
        system.await("they wait", () -> activesOfAudit().waiting() >= 15);
        assertThat(system.running(slow)).isLessThanOrEqualTo(1);

        system.rules.ofService(onSlow, Config.consumers(Map.of("actives", 100)));
        system.await("actives raised", () -> system.running(slow) >= 6);

        calls.addAll(system.begin(6, this::audit));
        system.rules.ofService(onSlow, Config.consumers(Map.of("actives", 2)));
        system.await("actives lowered", () -> activesOfAudit().limit() == 2);
        CompletableFuture.allOf(calls.toArray(new CompletableFuture<?>[0])).get();

        List<CompletableFuture<Order>> later = system.begin(2, this::audit);
        later.addAll(auditAsync(2));
        while (!later.stream().allMatch(CompletableFuture::isDone)) {
            assertThat(system.running(slow)).isLessThanOrEqualTo(2);
        }
        CompletableFuture.allOf(later.toArray(new CompletableFuture<?>[0])).get();
        assertThat(activesOfAudit().inFlight()).isZero();

        system.rules.ofService(onSlow);
        List<CompletableFuture<Order>> free = new ArrayList<>();
        system.await("actives gone", () -> {
            free.addAll(system.begin(1, this::audit));
            return system.running(slow) >= 4;
        });
        CompletableFuture.allOf(free.toArray(new CompletableFuture<?>[0])).get();
    }

    @Test
    void executes_raisedLoweredAndGone_whoWaitsGoes_andNoPermitIsLost() throws Exception {
        assumeFalse(registerMode.equals("interface"));
        Config onSlow = onlySlow();
        Map<String, Integer> queue = Map.of("executes", 1, "executes.queue", 20, "executes.wait", 60_000);
        system.rules.ofService(onSlow);
        system.await("weight", () -> servers().equals(Set.of(slow)));
        system.rules.ofService(onSlow, Config.providers(queue));
        system.await("executes", () -> {
            List<CompletableFuture<Order>> two = system.begin(2, this::audit);
            CompletableFuture.anyOf(two.get(0), two.get(1)).get();
            boolean inTurn = system.running(slow) == 1;
            CompletableFuture.allOf(two.get(0), two.get(1)).get();
            return inTurn;
        });

        List<CompletableFuture<Order>> calls = system.begin(7, this::audit);
        system.await("one runs", () -> system.running(slow) == 1);
        system.rules.ofService(
                onSlow, Config.providers(Map.of("executes", 7, "executes.queue", 20, "executes.wait", 60_000)));
        system.await("executes raised", () -> system.running(slow) >= 6);

        system.rules.ofService(onSlow, Config.providers(Map.of("executes", 2)));
        system.await("executes lowered", () -> refusedOf(8) == 6);
        CompletableFuture.allOf(calls.toArray(new CompletableFuture<?>[0])).get();
        for (int round = 0; round < 2; round++) {
            assertThat(refusedOf(8)).isEqualTo(6); // all at a time: 400 ms each
        }

        system.rules.ofService(onSlow);
        system.await("executes gone", () -> refusedOf(8) == 0);
    }

    @Test
    void tps_andItsInterval_followTheRule() throws Exception {
        assumeFalse(registerMode.equals("interface"));
        system.rules.ofService(Config.providers(Map.of("tps", 5, "tps.interval", 600_000)));
        system.await("tps", () -> refusedOrders(20) == 20);
        system.rules.ofService(Config.providers(Map.of("tps", 5, "tps.interval", 100)));
        system.await("tps.interval", () -> refusedOrders(1) == 0);
        system.rules.ofService(Config.providers(Map.of("tps", 100_000, "tps.interval", 100)));
        system.await("tps raised", () -> refusedOrders(20) == 0);
        system.rules.ofService(Config.providers(Map.of("tps", 1, "tps.interval", 600_000)));
        system.await("tps lowered", () -> refusedOrders(20) == 20);
        system.rules.clear();
        system.await("tps gone", () -> refusedOrders(20) == 0);
    }

    @Test
    void applicationScope_bothSides() throws Exception {
        system.rules.ofApplication("samples-consumer", Config.consumers(Map.of("loadbalance", "ringhash")));
        system.await("loadbalance of the application", () -> servers().size() == 1);
        assumeFalse(registerMode.equals("interface"));
        system.rules.ofApplication("samples-provider", Config.providers(Map.of("executes", 1)));
        system.await("executes of the application", () -> refusedOf(8) == 7);
        system.rules.clear();
        system.await("executes of the application gone", () -> refusedOf(8) == 0);
    }

    @Test
    void badValues_consumer_lastGoodOnesStay_andAreToldOnce() throws Exception {
        system.rules.ofService(
                onlySlow(), Config.consumers(Map.of("actives", 2, "loadbalance", "ewma", "ewma.choices", 3)));
        system.await(
                "actives",
                () -> audit().getServedBy().equals(slow) && activesOfAudit().limit() == 2);
        long before = warnings(log).count();

        // Of one method: the state goes through Dubbo's own round robin, which fails each call for such a weight.
        system.rules.ofService(
                onlySlow(),
                Config.consumersOf(fast, Map.of("getOrderInfoAsync.weight", "light")),
                Config.consumers(Map.of("actives", "many", "loadbalance", "ewma", "ewma.choices", "some")));
        system.await("a WARN for each", () -> {
            servers();
            return warnings(log).count() >= before + 3;
        });

        List<CompletableFuture<Order>> calls = system.begin(6, this::audit);
        while (!calls.stream().allMatch(CompletableFuture::isDone)) {
            assertThat(system.running(slow)).isLessThanOrEqualTo(2);
        }
        assertThat(servers()).containsExactly(slow);
        assertThat(warnings(log).skip(before))
                .as("once each, though several methods and many calls have met them")
                .satisfiesExactlyInAnyOrder(
                        warning -> assertThat(warning).contains(" actives: many (expected: "),
                        warning -> assertThat(warning).contains(" ewma.choices: some (expected: "),
                        warning -> assertThat(warning).contains(" weight: light (expected: "));
    }

    @Test
    void badValues_provider_lastGoodOnesStay_andAreToldOnce() throws Exception {
        assumeFalse(registerMode.equals("interface"));
        Path slowLog = Application.builtProvider(ConsumerMain.class)
                .jar()
                .resolveSibling("logs/provider-" + slow.substring(slow.indexOf(':') + 1) + ".log");
        system.rules.ofService(onlySlow(), Config.providers(Map.of("executes", 2)));
        system.await(
                "executes",
                () -> servers(1, id -> system.service.getOrderInfoAsync(id)).contains(slow) && refusedOf(8) == 6);
        long before = warnings(slowLog).count();

        system.rules.ofService(onlySlow(), Config.providers(Map.of("executes", "some", "tps", "1.5")));
        system.await("a WARN for each", () -> warnings(slowLog).count() >= before + 2);

        assertThat(refusedOf(8)).isEqualTo(6);
        assertThat(refusedOrders(40)).isZero(); // no rate was ever good
        assertThat(warnings(slowLog).skip(before))
                .satisfiesExactlyInAnyOrder(
                        warning -> assertThat(warning).contains(" executes: some (expected: "),
                        warning -> assertThat(warning).contains(" tps: 1.5 (expected: "));
    }

    private Config onlySlow() {
        return Config.consumersOf(fast, Map.of("weight", 0));
    }

    /** What the pack had to say about configuration. */
    private static Stream<String> warnings(Path log) throws IOException {
        return Files.readAllLines(log).stream()
                .filter(line -> line.contains(" WARN ") && line.contains(" (expected: "));
    }

    private int refusedOrders(int calls) {
        int refused = 0;
        for (int i = 0; i < calls; i++) {
            try {
                order();
            } catch (RuntimeException e) {
                assertThat(Refusals.isRefused(e)).as(e.toString()).isTrue();
                refused++;
            }
        }
        return refused;
    }

    /** Audits begun at a time, those of them refused. */
    private int refusedOf(int calls) throws InterruptedException {
        int refused = 0;
        for (CompletableFuture<Order> call : system.begin(calls, this::audit)) {
            try {
                call.get();
            } catch (ExecutionException e) {
                assertThat(Refusals.isRefused(e.getCause())).as(e.toString()).isTrue();
                refused++;
            }
        }
        return refused;
    }

    private Order order() {
        return system.service.getOrderInfo(1);
    }

    private Order audit() {
        return system.service.auditOrder(1);
    }

    private List<CompletableFuture<Order>> auditAsync(int calls) {
        return Stream.generate(() -> RpcContext.getServiceContext().asyncCall(this::audit))
                .limit(calls)
                .toList();
    }

    private LimitSnapshot activesOfAudit() {
        return LimitSnapshots.all().stream()
                .filter(limit -> limit.key().kind() == Kind.ACTIVES
                        && limit.key().method().equals("auditOrder")
                        && limit.key().provider().equals(slow))
                .findAny()
                .orElse(NONE);
    }

    /** Who answers, call by call; the calls are under way at a time, but picked in order. */
    private List<String> servers(int calls, LongFunction<CompletableFuture<Order>> call) {
        List<CompletableFuture<Order>> begun =
                LongStream.range(0, calls).mapToObj(call).toList();
        return begun.stream().map(order -> order.join().getServedBy()).toList();
    }

    private Set<String> servers() {
        return new TreeSet<>(servers(CALLS, id -> system.service.getOrderInfoAsync(1)));
    }

    private List<String> placesOfKeys() {
        return servers(CALLS, id -> system.service.getOrderInfoAsync(id));
    }

    private Set<String> serversOfOneCustomer() {
        return new TreeSet<>(servers(
                CALLS,
                cents -> RpcContext.getServiceContext()
                        .asyncCall(() -> system.service.findOrders("Ada", cents, 1))
                        .thenApply(orders -> orders.get(0))));
    }

    /** Nearly as many for each in each 20. By chance: 74 % each time, 6 in a million all times. */
    private boolean takesTurns() {
        for (int i = 0; i < 40; i++) {
            long ofSlow = servers(20, id -> system.service.getOrderInfoAsync(1)).stream()
                    .filter(slow::equals)
                    .count();
            if (Math.abs(ofSlow - 10) > 2) {
                return false;
            }
        }
        return true;
    }

    /** How many of {@value #CALLS} times ten calls, one after the other, the slow one answers. */
    private long ofSlowOneByOne() {
        return Stream.generate(() -> order().getServedBy())
                .limit(10 * CALLS)
                .filter(slow::equals)
                .count();
    }

    /** How many of {@value #CALLS} calls, some at a time, the slow one answers. */
    private long ofSlow() throws Exception {
        long ofSlow = 0;
        for (CompletableFuture<List<String>> caller : system.begin(
                4,
                () -> Stream.generate(() -> order().getServedBy())
                        .limit(CALLS / 4)
                        .toList())) {
            ofSlow += caller.get().stream().filter(slow::equals).count();
        }
        return ofSlow;
    }
}
