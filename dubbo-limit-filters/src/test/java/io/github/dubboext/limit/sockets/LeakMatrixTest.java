package io.github.dubboext.limit.sockets;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dubboext.limit.LimitSnapshots;
import io.github.dubboext.limit.Refusals;
import io.github.dubboext.limit.core.LimitSnapshot;
import io.github.dubboext.limit.core.LimiterKey.Kind;
import io.github.dubboext.limit.testing.Loopback;
import io.github.dubboext.limit.testing.ProbeFilter;
import io.github.dubboext.limit.testing.Statuses;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.apache.dubbo.common.stream.StreamObserver;
import org.apache.dubbo.rpc.AsyncRpcResult;
import org.apache.dubbo.rpc.Invocation;
import org.apache.dubbo.rpc.Invoker;
import org.apache.dubbo.rpc.Result;
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
 * asynchronous providers: afterwards each counter is 0, ours and Dubbo's, and the limits still admit their number.
 *
 * <p>Cells that cannot exist: an asynchronous one-way call (one-way returns at once by nature); a synchronous provider
 * that never ends (it is "timeout": a thread is a thread); generic, echo and a GenericService provider in four caller and
 * provider modes (they have no method of the provider to be asynchronous in; generic calls run as both $invoke and
 * $invokeAsync); triple streams in modes (the call is over for the filters when the method returns).
 */
class LeakMatrixTest {

    private static final int LIMIT = 2;

    private static final Loopback LOOPBACK = new Loopback();
    private static final TrialImpl IMPL = new TrialImpl();
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

    /** How caller and provider do one call. */
    enum Mode {
        SYNC_TO_SYNC("sync"),
        SYNC_TO_ASYNC("later"),
        ASYNC_TO_SYNC("sync"),
        ASYNC_TO_ASYNC("future");

        final String method;

        Mode(String method) {
            this.method = method;
        }

        CompletableFuture<String> call(Trial trial, String how) {
            return switch (this) {
                case SYNC_TO_SYNC -> now(() -> trial.sync(how));
                case SYNC_TO_ASYNC -> now(() -> trial.later(how));
                case ASYNC_TO_SYNC ->
                    started(() -> RpcContext.getServiceContext().asyncCall(() -> trial.sync(how)));
                case ASYNC_TO_ASYNC -> started(() -> trial.future(how));
            };
        }
    }

    private static CompletableFuture<String> now(Callable<String> call) {
        try {
            return CompletableFuture.completedFuture(call.call());
        } catch (Throwable e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private static CompletableFuture<String> started(Callable<CompletableFuture<String>> call) {
        try {
            CompletableFuture<String> future = call.call();
            assertThat(future).as("the future of an asynchronous call").isNotNull();
            return future;
        } catch (Exception e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** Waits for the end and returns what it was, or the exception in words. */
    private static String end(CompletableFuture<String> call) {
        try {
            return call.get(20, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            return String.valueOf(e.getCause());
        } catch (InterruptedException | TimeoutException e) {
            throw new AssertionError(e);
        } catch (java.util.concurrent.CancellationException e) {
            return "cancelled";
        }
    }

    static Stream<Arguments> modes() {
        return Stream.of("dubbo", "tri").flatMap(p -> Stream.of(Mode.values()).map(m -> Arguments.of(p, m)));
    }

    static Stream<String> protocols() {
        return Stream.of("dubbo", "tri");
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
        if (mode == Mode.SYNC_TO_SYNC || mode == Mode.SYNC_TO_ASYNC) {
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

        assertThat(inFlight(Kind.EXECUTES, mode.method)).isEqualTo(1);
        IMPL.endNever();

        check(protocol, mode, "never");
    }

    @ParameterizedTest
    @MethodSource("modes")
    void filters_misbehaving_leaveNothing(String protocol, Mode mode) {
        Map<String, BiFunction<Invoker<?>, Invocation, Result>> deeds = new HashMap<>();
        deeds.put("refuses", (next, call) -> {
            throw new RpcException(RpcException.LIMIT_EXCEEDED_EXCEPTION, "of somebody else");
        });
        deeds.put(
                "returns a refusal",
                (next, call) -> AsyncRpcResult.newDefaultAsyncResult(
                        new RpcException(RpcException.LIMIT_EXCEEDED_EXCEPTION, "of somebody else"), call));
        deeds.put("answers", (next, call) -> AsyncRpcResult.newDefaultAsyncResult("answer", call));
        deeds.put("throws an Error", (next, call) -> {
            throw new NoClassDefFoundError("missing");
        });
        deeds.put("throws after the call", (next, call) -> {
            next.invoke(call);
            throw new IllegalStateException("too late");
        });
        deeds.put("calls twice", (next, call) -> {
            next.invoke(call);
            return next.invoke(call);
        });
        deeds.put("swallows", (next, call) -> {
            try {
                return next.invoke(call);
            } catch (RpcException e) {
                return AsyncRpcResult.newDefaultAsyncResult("swallowed", call);
            }
        });
        Trial trial = LIMITED.get(protocol);
        deeds.forEach((name, deed) -> {
            List<Runnable> places = List.of(
                    () -> ProbeFilter.outerProvider = deed,
                    () -> ProbeFilter.innerProvider = deed,
                    () -> ProbeFilter.outerConsumer = deed,
                    () -> ProbeFilter.innerConsumer = deed);
            for (int place = 0; place < places.size(); place++) {
                places.get(place).run();
                for (int i = 0; i < LIMIT + 1; i++) {
                    // More often than the limit: a leak would show as a refusal.
                    assertThat(end(mode.call(trial, "return"))).doesNotContain("Limit exceeded: ");
                    // A filter that throws after the call answers before the service does.
                    checkIdle(name + " at " + place);
                }
                ProbeFilter.reset();
            }
        });
        check(protocol, mode, "filters");
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
    @MethodSource("protocols")
    void oneWay_sent_leavesNothing(String protocol) {
        for (int i = 0; i < LIMIT + 1; i++) {
            RpcContext.getServiceContext().asyncCall(() -> {
                String unused = LIMITED.get(protocol).sync("return");
            });
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
        checkIdle("stream " + how);
    }

    static Stream<String> streamEnds() {
        return Stream.of("return", "error");
    }

    private static void checkIdle(String what) {
        Statuses.eventually(() -> Statuses.busy().isEmpty());
        assertThat(Statuses.busy()).as(what).isEmpty();
    }

    private static void check(String protocol, Mode mode, String what) {
        checkIdle(what);
        admitsExactly(UNLIMITED.get(protocol), mode, what);
        checkIdle(what);
    }

    /** The provider lets LIMIT in and refuses the next. */
    private static void admitsExactly(Trial trial, Mode mode, String what) {
        List<CompletableFuture<String>> held = new ArrayList<>();
        for (int i = 0; i < LIMIT; i++) {
            held.add(
                    mode == Mode.ASYNC_TO_ASYNC
                            ? trial.future("hold")
                            : RpcContext.getServiceContext()
                                    .asyncCall(() ->
                                            mode == Mode.SYNC_TO_ASYNC ? trial.later("hold") : trial.sync("hold")));
        }
        assertThat(Statuses.eventually(() -> IMPL.inside.get() == LIMIT))
                .as(what)
                .isTrue();
        assertThat(inFlight(Kind.EXECUTES, mode.method)).isEqualTo(LIMIT);
        Throwable[] refusal = new Throwable[1];
        mode.call(trial, "return").handle((value, error) -> refusal[0] = error).join();
        assertThat(Refusals.isRefused(refusal[0])).as(what + ": " + refusal[0]).isTrue();
        IMPL.letGo();
        held.forEach(call -> assertThat(end(call)).isEqualTo("held"));
    }

    private static int inFlight(Kind kind, String method) {
        return LimitSnapshots.all().stream()
                .filter(snapshot -> snapshot.key().kind() == kind
                        && snapshot.key().service().equals(Trial.class.getName())
                        && snapshot.key().method().equals(method))
                .mapToInt(LimitSnapshot::inFlight)
                .findAny()
                .orElse(-1);
    }
}
