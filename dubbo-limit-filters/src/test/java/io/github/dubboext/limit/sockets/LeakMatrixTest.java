package io.github.dubboext.limit.sockets;

import static io.github.dubboext.limit.sockets.LeakMatrix.LIMIT;
import static io.github.dubboext.limit.sockets.LeakMatrix.end;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.dubboext.limit.Refusals;
import io.github.dubboext.limit.core.LimitSnapshot;
import io.github.dubboext.limit.core.LimiterKey.Kind;
import io.github.dubboext.limit.sockets.LeakMatrix.Mode;
import io.github.dubboext.limit.testing.Loopback;
import io.github.dubboext.limit.testing.ProbeFilter;
import io.github.dubboext.limit.testing.Statuses;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.dubbo.common.stream.StreamObserver;
import org.apache.dubbo.rpc.AsyncRpcResult;
import org.apache.dubbo.rpc.RpcContext;
import org.apache.dubbo.rpc.RpcException;
import org.apache.dubbo.rpc.service.EchoService;
import org.apache.dubbo.rpc.service.GenericService;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every way a call can end, over both protocols, from synchronous and asynchronous callers to synchronous and
 * asynchronous providers: afterwards each counter is 0, ours and Dubbo's, and {@code executes} and {@code actives} still admit
 * their number. {@link MisbehavingFiltersTest} has the cells of other people's filters, {@link NeverEndingCallsTest} those
 * that only the watchdog ends.
 *
 * <p>Cells that cannot exist: an asynchronous one-way call (one-way returns at once by nature); a synchronous provider
 * that never ends (it is "timeout": a thread is a thread); generic, echo and a GenericService provider in four caller and
 * provider modes (they have no method of the provider to be asynchronous in; generic calls run as both $invoke and
 * $invokeAsync); triple streams in modes (the call is over for the filters when the method returns).
 */
class LeakMatrixTest {

    private static final Loopback LOOPBACK = new Loopback();
    private static final TrialImpl IMPL = new TrialImpl();
    private static final LeakMatrix MATRIX = new LeakMatrix(IMPL);
    private static final Map<String, Trial> LIMITED = new HashMap<>();
    private static final Map<String, Trial> UNLIMITED = new HashMap<>();
    private static final Map<String, Trial> FORKING = new HashMap<>();
    private static final Map<String, Trial> FAILOVER = new HashMap<>();
    private static final Map<String, GenericService> GENERIC = new HashMap<>();
    private static final Map<String, GenericService> GENERIC_PROVIDER = new HashMap<>();

    @BeforeAll
    static void start() {
        Map<String, String> provider = Map.of("executes", "" + LIMIT);
        Loopback.Exported<Trial> trial = LOOPBACK.export(Trial.class, IMPL, provider, "dubbo", "tri", "dubbo", "tri");
        Loopback.Exported<GenericService> generic = LOOPBACK.export(
                "trial.Generic",
                GenericService.class,
                (method, types, arguments) -> IMPL.sync((String) arguments[0]),
                provider,
                "dubbo",
                "tri");
        int index = 0;
        for (String protocol : List.of("dubbo", "tri")) {
            String url = trial.address(index);
            String both = trial.address(index) + ";" + trial.address(index + 2);
            LIMITED.put(
                    protocol,
                    LOOPBACK.refer(Trial.class, url, Map.of("actives", "" + LIMIT, "timeout", "5000", "retries", "0")));
            UNLIMITED.put(protocol, LOOPBACK.refer(Trial.class, url, Map.of("timeout", "20000", "retries", "0")));
            FORKING.put(protocol, refer(both, Map.of("actives", "" + LIMIT, "timeout", "5000", "cluster", "forking")));
            FAILOVER.put(protocol, refer(both, Map.of("actives", "" + LIMIT, "timeout", "5000", "retries", "2")));
            GENERIC.put(protocol, generic(Trial.class.getName(), url));
            GENERIC_PROVIDER.put(protocol, generic("trial.Generic", generic.address(index)));
            index++;
        }
    }

    private static Trial refer(String urls, Map<String, String> parameters) {
        var reference = LOOPBACK.reference(Trial.class, urls, parameters);
        reference.setCluster(parameters.get("cluster"));
        return reference.get();
    }

    private static GenericService generic(String name, String url) {
        var reference = LOOPBACK.reference(GenericService.class, url, Map.of("actives", "" + LIMIT, "timeout", "5000"));
        reference.setInterface(name);
        reference.setGeneric("true");
        return reference.get();
    }

    @AfterAll
    static void stop() {
        LOOPBACK.close();
    }

    @AfterEach
    void resetFilters() {
        ProbeFilter.reset();
    }

    static Stream<Arguments> modes() {
        return LeakMatrix.modes();
    }

    static Stream<String> protocols() {
        return LeakMatrix.protocols();
    }

    @ParameterizedTest
    @MethodSource("modes")
    void endsOfTheService_anyOutcome_leaveNothing(String protocol, Mode mode) {
        Trial trial = LIMITED.get(protocol);

        assertThat(end(mode.call(trial, "return"))).isEqualTo("return");
        check(protocol, mode, "return");
        for (String how : List.of("business", "rpc", "error")) {
            assertThat(end(mode.call(trial, how))).isNotEqualTo(how);
            check(protocol, mode, how);
        }
    }

    @ParameterizedTest
    @MethodSource("modes")
    void timeout_slowProvider_leavesNothing(String protocol, Mode mode) {
        RpcContext.getClientAttachment().setAttachment("timeout", "100");

        assertThat(end(mode.call(LIMITED.get(protocol), "slow"))).isNotEqualTo("slow");

        check(protocol, mode, "timeout");
    }

    @ParameterizedTest
    @MethodSource("modes")
    void cancel_runningCall_leavesNothing(String protocol, Mode mode) {
        if (mode.isSyncCaller()) {
            // A synchronous caller gives up by an interrupt.
            Thread caller = new Thread(() ->
                    assertThat(end(mode.call(LIMITED.get(protocol), "hold"))).isNotNull());
            caller.start();
            assertThat(Statuses.eventually(() -> IMPL.inside.get() == 1)).isTrue();
            caller.interrupt();
            assertThat(Statuses.eventually(() -> !caller.isAlive())).isTrue();
        } else {
            CompletableFuture<String> call = mode.call(LIMITED.get(protocol), "hold");
            assertThat(Statuses.eventually(() -> IMPL.inside.get() == 1)).isTrue();
            call.cancel(true);
        }
        IMPL.letGo();

        check(protocol, mode, "cancel");
    }

    @ParameterizedTest
    @MethodSource("modes")
    void never_providerForgetsItsFuture_countsUntilItEnds(String protocol, Mode mode) {
        if (mode.method.equals("sync")) {
            return;
        }
        RpcContext.getClientAttachment().setAttachment("timeout", "100");
        assertThat(end(mode.call(LIMITED.get(protocol), "never"))).contains("imeout");

        assertThat(LeakMatrix.count(Kind.EXECUTES, mode, LimitSnapshot::inFlight))
                .isEqualTo(1);
        IMPL.endNever();

        check(protocol, mode, "never");
    }

    @ParameterizedTest
    @MethodSource("modes")
    void forking_sharedInvocation_leavesNothing(String protocol, Mode mode) {
        assertThat(end(mode.call(FORKING.get(protocol), "return"))).isNotNull();
        check(protocol, mode, "forking");
    }

    @ParameterizedTest
    @MethodSource("modes")
    void failover_firstTriesFail_leavesNothing(String protocol, Mode mode) {
        AtomicInteger tries = new AtomicInteger();
        ProbeFilter.innerConsumer = (next, call) -> {
            if (tries.incrementAndGet() < 3) {
                throw new RpcException(RpcException.NETWORK_EXCEPTION, "try " + tries);
            }
            return next.invoke(call);
        };

        assertThat(end(mode.call(FAILOVER.get(protocol), "return"))).isEqualTo("return");
        ProbeFilter.reset();

        assertThat(tries).hasValue(3);
        check(protocol, mode, "failover");
    }

    @ParameterizedTest
    @MethodSource("modes")
    void rate_anyEnd_costsOneCallEach(String protocol, Mode mode) {
        Map<String, String> rate = Map.of("tps", "8", "tps.interval", "86400000", "group", "rate" + protocol + mode);
        String address = LOOPBACK.export(Trial.class, IMPL, rate, protocol).address(0);
        Trial trial = refer(address, Map.of("timeout", "20000", "retries", "0", "group", rate.get("group")));
        for (String how : List.of("return", "business", "rpc", "error")) {
            assertThat(end(mode.call(trial, how))).doesNotContain("Limit exceeded: ");
        }
        RpcContext.getClientAttachment().setAttachment("timeout", "100");
        assertThat(end(mode.call(trial, "slow"))).doesNotContain("Limit exceeded: ");
        ProbeFilter.innerProvider = (next, call) -> AsyncRpcResult.newDefaultAsyncResult("inner", call);
        assertThat(end(mode.call(trial, "return"))).isEqualTo("inner");
        // Answered outside the limit, which has not seen it.
        ProbeFilter.reset();
        ProbeFilter.outerProvider = (next, call) -> AsyncRpcResult.newDefaultAsyncResult("outer", call);
        assertThat(end(mode.call(trial, "return"))).isEqualTo("outer");
        ProbeFilter.reset();

        for (int i = 6; i < 8; i++) {
            assertThat(end(mode.call(trial, "return"))).isEqualTo("return");
        }
        Throwable refusal = mode.call(trial, "return").handle((value, e) -> e).join();
        assertThat(Refusals.isRefused(refusal)).as(String.valueOf(refusal)).isTrue();
        LeakMatrix.idle("rate");
    }

    @ParameterizedTest
    @MethodSource("protocols")
    void oneWay_sent_leavesNothing(String protocol) {
        int before = MATRIX.impl.oneWays.get();
        for (int i = 1; i <= LIMIT + 1; i++) {
            RpcContext.getServiceContext().asyncCall(() -> {
                String unused = LIMITED.get(protocol).sync("one-way");
            });
            // No answer tells when it has been there, and a late one would be taken for one of those that are counted
            // next.
            int gone = before + i;
            assertThat(Statuses.eventually(() -> MATRIX.impl.oneWays.get() == gone))
                    .isTrue();
        }
        check(protocol, Mode.SYNC_TO_SYNC, "one-way");
    }

    @ParameterizedTest
    @MethodSource("protocols")
    void generic_callsAndProvider_leaveNothing(String protocol) throws Exception {
        String[] types = {String.class.getName()};
        for (int i = 0; i < LIMIT + 1; i++) {
            assertThat(GENERIC.get(protocol).$invoke("sync", types, new Object[] {"return"}))
                    .isEqualTo("return");
            assertThat(GENERIC.get(protocol)
                            .$invokeAsync("sync", types, new Object[] {"return"})
                            .get(20, TimeUnit.SECONDS))
                    .isEqualTo("return");
            assertThat(GENERIC_PROVIDER.get(protocol).$invoke("foo", types, new Object[] {"return"}))
                    .isEqualTo("return");
        }
        check(protocol, Mode.SYNC_TO_SYNC, "generic");
    }

    @ParameterizedTest
    @MethodSource("protocols")
    void echo_answeredByAnOuterFilter_leavesNothing(String protocol) {
        for (int i = 0; i < LIMIT + 3; i++) {
            assertThat(((EchoService) LIMITED.get(protocol)).$echo("hello")).isEqualTo("hello");
        }
        check(protocol, Mode.SYNC_TO_SYNC, "echo");
    }

    @ParameterizedTest
    @MethodSource("streamEnds")
    void tripleStream_anyEnd_leavesNothing(String how) throws Exception {
        for (int i = 0; i < LIMIT + 1; i++) {
            CountDownLatch ended = new CountDownLatch(1);
            LIMITED.get("tri").stream(how, new StreamObserver<String>() {
                @Override
                public void onNext(String answer) {}

                @Override
                public void onError(Throwable error) {
                    ended.countDown();
                }

                @Override
                public void onCompleted() {
                    ended.countDown();
                }
            });
            assertThat(ended.await(20, TimeUnit.SECONDS)).isTrue();
        }
        LeakMatrix.idle("stream " + how);
    }

    static Stream<String> streamEnds() {
        return Stream.of("return", "error");
    }

    private static void check(String protocol, Mode mode, String what) {
        LeakMatrix.idle(what);
        MATRIX.admitsExactly(UNLIMITED.get(protocol), mode, what);
        MATRIX.waitsExactly(LIMITED.get(protocol), mode, what);
        LeakMatrix.idle(what);
    }
}
