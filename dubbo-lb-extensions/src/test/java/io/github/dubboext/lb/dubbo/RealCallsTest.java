package io.github.dubboext.lb.dubbo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.apache.dubbo.config.ApplicationConfig;
import org.apache.dubbo.config.MethodConfig;
import org.apache.dubbo.config.ProtocolConfig;
import org.apache.dubbo.config.ReferenceConfig;
import org.apache.dubbo.config.RegistryConfig;
import org.apache.dubbo.config.ServiceConfig;
import org.apache.dubbo.config.bootstrap.DubboBootstrap;
import org.apache.dubbo.rpc.RpcContext;
import org.apache.dubbo.rpc.model.FrameworkModel;
import org.apache.dubbo.rpc.service.GenericService;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Real sockets: one service on three ports of this JVM, told apart by the port, and references without {@code actives}. */
class RealCallsTest {

    /** A service that does what its argument says. */
    public interface Shop {
        String order(String what) throws IOException;

        CompletableFuture<String> orderLater(String what);

        void tell(String what);
    }

    /** How the provider on each port works. */
    private static final class Provider implements Shop {
        @Override
        public String order(String what) throws IOException {
            int port = RpcContext.getServiceContext().getLocalPort();
            CALLS.computeIfAbsent(port, key -> new AtomicInteger()).incrementAndGet();
            if (what.equals("normal")) {
                pass(MILLIS.getOrDefault(port, 0));
                if (FAILING.contains(port)) {
                    throw new IllegalStateException("nobody declared this");
                }
            }
            switch (what) {
                case "slow" -> pass(SLOW_MILLIS);
                case "declared" -> throw new IOException("declared");
                case "undeclared" -> throw new IllegalStateException("undeclared");
                case "error" -> throw new StackOverflowError("too deep");
                default -> {}
            }
            return what;
        }

        @Override
        public CompletableFuture<String> orderLater(String what) {
            return CompletableFuture.supplyAsync(() -> {
                pass(what.equals("slow") ? SLOW_MILLIS : 20);
                return what;
            });
        }

        @Override
        public void tell(String what) {}

        private static void pass(int millis) {
            if (millis > 0) {
                LockSupport.parkNanos(millis * 1_000_000L);
            }
        }
    }

    /** 127.0.0.1, in the one spelling that Dubbo takes as it is. */
    private static final String LOOPBACK = "2130706433";

    private static final int TIMEOUT_MILLIS = 500;
    private static final int SLOW_MILLIS = 800;
    /** Of one-way and of normal calls, by each reference: well over 10,000 attempts in all, with forks. */
    private static final int MANY = 700;

    private static final Map<Integer, AtomicInteger> CALLS = new ConcurrentHashMap<>();
    private static final Map<Integer, Integer> MILLIS = new ConcurrentHashMap<>();
    private static final Set<Integer> FAILING = ConcurrentHashMap.newKeySet();
    private static final List<Integer> DUBBO_PORTS = new ArrayList<>();
    private static final List<Integer> TRIPLE_PORTS = new ArrayList<>();
    private static final FrameworkModel FRAMEWORK = new FrameworkModel();
    private static DubboBootstrap consumer;

    @BeforeAll
    static void start() throws IOException {
        for (int i = 0; i < 3; i++) { // an application each: Dubbo takes one triple protocol in one
            ServiceConfig<Shop> service = new ServiceConfig<>();
            service.setInterface(Shop.class);
            service.setRef(new Provider());
            List<ProtocolConfig> protocols = List.of(protocol("dubbo", DUBBO_PORTS), protocol("tri", TRIPLE_PORTS));
            service.setProtocols(protocols);
            application("provider" + i).protocols(protocols).service(service).start();
        }
        consumer = application("consumer").start();
    }

    private static DubboBootstrap application(String name) {
        ApplicationConfig application = new ApplicationConfig(name);
        application.setRegisterConsumer(false);
        application.setQosEnable(false);
        application.setShutwait("100");
        return DubboBootstrap.newInstance(FRAMEWORK).application(application).registry(new RegistryConfig("N/A"));
    }

    private static ProtocolConfig protocol(String name, List<Integer> ports) throws IOException {
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        ports.add(port);
        ProtocolConfig protocol = new ProtocolConfig(name, port);
        protocol.setId(name + port);
        protocol.setHost(LOOPBACK);
        protocol.setThreads(100);
        return protocol;
    }

    @AfterAll
    static void stop() {
        FRAMEWORK.destroy();
    }

    private static List<String> addresses(List<Integer> ports) {
        return ports.stream().map(port -> LOOPBACK + ":" + port).toList();
    }

    private static <T> ReferenceConfig<T> reference(Class<T> type, String protocol, String loadbalance) {
        ReferenceConfig<T> reference =
                new ReferenceConfig<>(consumer.getApplicationModel().newModule());
        reference.setInterface(type);
        reference.setUrl(addresses(protocol.equals("tri") ? TRIPLE_PORTS : DUBBO_PORTS).stream()
                .map(address -> protocol + "://" + address + "/" + Shop.class.getName() + "?warmup=1")
                .collect(Collectors.joining(";")));
        reference.setLoadbalance(loadbalance);
        reference.setFilter("count-watch");
        reference.setTimeout(5_000);
        reference.setRetries(0);
        reference.setCheck(false);
        return reference;
    }

    /** Calls from 16 threads; how many failed. */
    private static int load(Shop shop, int calls) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(16);
        AtomicInteger left = new AtomicInteger(calls);
        AtomicInteger failed = new AtomicInteger();
        try {
            List<Future<?>> done = new ArrayList<>();
            for (int t = 0; t < 16; t++) {
                done.add(threads.submit(() -> {
                    while (left.getAndDecrement() > 0) {
                        try {
                            shop.order("normal");
                        } catch (IOException | RuntimeException e) {
                            failed.incrementAndGet();
                        }
                    }
                }));
            }
            for (Future<?> each : done) {
                each.get(60, TimeUnit.SECONDS);
            }
        } finally {
            threads.shutdownNow();
        }
        return failed.get();
    }

    private static void reset() {
        CALLS.clear();
        MILLIS.clear();
        FAILING.clear();
    }

    @ParameterizedTest
    @ValueSource(strings = {"leastrequest", "ewma"})
    void oneOfThreeSleeps_getsFewCalls(String loadbalance) throws Exception {
        reset();
        DUBBO_PORTS.forEach(port -> MILLIS.put(port, 10));
        int slow = DUBBO_PORTS.get(0);
        MILLIS.put(slow, 200);
        load(reference(Shop.class, "dubbo", loadbalance).get(), 2_000);
        assertThat(CALLS.get(slow).get()).isLessThanOrEqualTo(160); // 8 % of 2,000
        awaitNothingInFlight();
    }

    @Test
    void oneOfThreeFailsAtOnce_losesItsTraffic() throws Exception {
        reset();
        DUBBO_PORTS.forEach(port -> MILLIS.put(port, 5));
        MILLIS.put(DUBBO_PORTS.get(1), 0);
        FAILING.add(DUBBO_PORTS.get(1));
        Shop shop = reference(Shop.class, "dubbo", "ewma").get();
        load(shop, 200); // the first second
        int failed = load(shop, 1_000);
        assertThat(failed).isLessThanOrEqualTo(20); // 2 %
        awaitNothingInFlight();
    }

    @ParameterizedTest
    @CsvSource({"dubbo, leastrequest", "tri, ewma"})
    void callsOfEveryKind_endAtZeroInFlight(String protocol, String loadbalance) throws Exception {
        reset();
        MethodConfig tell = new MethodConfig();
        tell.setName("tell");
        tell.setReturn(false);
        ReferenceConfig<Shop> once = reference(Shop.class, protocol, loadbalance);
        once.setTimeout(TIMEOUT_MILLIS);
        once.setMethods(List.of(tell));
        everyKind(once.get());

        ReferenceConfig<Shop> retrying = reference(Shop.class, protocol, loadbalance);
        retrying.setTimeout(TIMEOUT_MILLIS);
        retrying.setRetries(2);
        everyKind(retrying.get());

        ReferenceConfig<Shop> forking = reference(Shop.class, protocol, loadbalance);
        forking.setTimeout(TIMEOUT_MILLIS);
        forking.setCluster("forking");
        everyKind(forking.get());

        ReferenceConfig<GenericService> generic = reference(GenericService.class, protocol, loadbalance);
        generic.setInterface(Shop.class.getName());
        generic.setGeneric("true");
        generic.setTimeout(TIMEOUT_MILLIS);
        GenericService shop = generic.get();
        String[] types = {String.class.getName()};
        everyKind(what -> shop.$invoke("order", types, new Object[] {what}));

        List<String> addresses = addresses(protocol.equals("tri") ? TRIPLE_PORTS : DUBBO_PORTS);
        // They were counted: four times two undeclared exceptions, two errors and a timeout, and what forks and retries
        // add.
        assertThat(CountWatch.failures(addresses)).isGreaterThanOrEqualTo(20);
        awaitNothingInFlight();
    }

    private interface Order {
        Object order(String what) throws Exception;
    }

    private static void everyKind(Shop shop) {
        for (int i = 0; i < MANY; i++) {
            end(() -> {
                shop.tell("something");
                return null;
            });
        }
        everyKind(shop::order);
        CompletableFuture<String> cancelled = shop.orderLater("slow");
        cancelled.cancel(true);
        List<CompletableFuture<String>> later = new ArrayList<>();
        for (String what : new String[] {"normal", "normal", "normal", "slow"}) {
            later.add(shop.orderLater(what));
        }
        later.forEach(each -> end(() -> each.get(20, TimeUnit.SECONDS)));
    }

    private static void everyKind(Order shop) {
        AtomicInteger answers = new AtomicInteger();
        for (int i = 0; i < MANY; i++) {
            end(() -> {
                answers.addAndGet(shop.order("normal").equals("normal") ? 1 : 0);
                return null;
            });
        }
        assertThat(answers.get()).isPositive();
        for (String what : new String[] {"declared", "undeclared", "error", "undeclared", "error", "slow"}) {
            end(() -> shop.order(what));
        }
    }

    /** However it ends: what comes out is Dubbo's business, and on a busy machine anything may be late. */
    private static void end(Callable<?> call) {
        try {
            call.call();
        } catch (Throwable e) {
            assertThat(e).isNotInstanceOf(AssertionError.class);
        }
    }

    @Test
    void asynchronousCalls_areCountedWhileTheyLast() throws Exception {
        reset();
        Shop shop = reference(Shop.class, "dubbo", "leastrequest").get();
        List<CompletableFuture<String>> later = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            later.add(shop.orderLater("slow"));
        }
        // 9 calls in flight, and evenly: each one went to the provider with the fewest.
        for (String address : addresses(DUBBO_PORTS)) {
            assertThat(CountWatch.inFlight(List.of(address))).isEqualTo(3);
        }
        for (CompletableFuture<String> each : later) {
            each.get(5, TimeUnit.SECONDS);
        }
        awaitNothingInFlight();
    }

    private static void awaitNothingInFlight() {
        List<String> all = new ArrayList<>(addresses(DUBBO_PORTS));
        all.addAll(addresses(TRIPLE_PORTS));
        assertThat(CountWatch.SEEN).isNotEmpty();
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (CountWatch.inFlight(all) != 0 && System.nanoTime() < deadline) {
            LockSupport.parkNanos(20_000_000);
        }
        assertThat(CountWatch.inFlight(all)).isZero();
    }
}
