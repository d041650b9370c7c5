package io.github.dubboext.limit.dubbo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.dubboext.limit.core.Counters;
import io.github.dubboext.limit.core.LimiterKey;
import io.github.dubboext.limit.core.LimiterKey.Kind;
import io.github.dubboext.limit.testing.Chain;
import io.github.dubboext.limit.testing.Logged;
import io.github.dubboext.limit.testing.ScriptedClock;
import io.github.dubboext.limit.testing.Statuses;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.apache.dubbo.common.URL;
import org.apache.dubbo.rpc.AppResponse;
import org.apache.dubbo.rpc.AsyncRpcResult;
import org.apache.dubbo.rpc.Invoker;
import org.apache.dubbo.rpc.RpcException;
import org.apache.dubbo.rpc.RpcStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigTest {

    private final ScriptedClock clock = new ScriptedClock(1_000_000_000L);
    private final Limits limits = new Limits(clock);
    private final Lifecycle lifecycle = new Lifecycle(limits);

    private static URL url(String service, String parameters) {
        return URL.valueOf("dubbo://127.0.0.1:20880/" + service + "?interface=" + service + "&" + parameters);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "executes=abc|executes: abc (expected: a whole number from -2147483648 to 2147483647) for config.Bad",
                "work.executes=1.5|executes: 1.5 (expected: a whole number from -2147483648 to 2147483647) for config.Bad.work",
                "tps=1.5|tps: 1.5 (expected: a whole number from -2147483648 to 2147483647) for config.Bad",
                "tps.interval=0|tps.interval: 0 (expected: a whole number from 1 to 86400000) for config.Bad",
                "work.tps.interval=x|tps.interval: x (expected: a whole number from 1 to 86400000) for config.Bad.work",
                "tps.mode=foo|tps.mode: foo (expected: one of strict, bucket, pace) for config.Bad",
                "limit.refuse=maybe|limit.refuse: maybe (expected: one of throw, result) for config.Bad",
                "limit.dryrun=yes|limit.dryrun: yes (expected: true or false) for config.Bad"
            })
    void export_badValue_failsWithOneClearSentence(String parameters, String message) {
        assertThatThrownBy(() -> lifecycle.export(url("config.Bad", parameters), Chain.Work.class))
                .isInstanceOf(RpcException.class)
                .hasMessage(message);
    }

    @Test
    void refer_badValue_failsWithOneClearSentence() {
        assertThatThrownBy(() -> lifecycle.refer(url("config.Bad", "limit.refuse=maybe"), Chain.Work.class))
                .hasMessage("limit.refuse: maybe (expected: one of throw, result) for config.Bad");
        assertThatThrownBy(() -> lifecycle.refer(url("config.Bad", "actives.queue=-1"), Chain.Work.class))
                .hasMessage("actives.queue: -1 (expected: a whole number from 0 to 2147483647) for config.Bad");
        // Not its business.
        lifecycle.refer(url("config.Bad", "executes=abc"), Chain.Work.class);
    }

    @Test
    void registryUrls_carryTheOwnConfiguration_andAreChecked() {
        URL registry = URL.valueOf("registry://127.0.0.1:2181/org.apache.dubbo.registry.RegistryService");
        assertThatThrownBy(
                        () -> lifecycle.checkExport(registry.putAttribute("export", url("config.Bad", "executes=abc"))))
                .hasMessageStartingWith("executes: abc");
        assertThatThrownBy(() -> lifecycle.checkExport(registry.addParameterAndEncoded(
                        "export", url("config.Bad", "executes=abc").toFullString())))
                .hasMessageStartingWith("executes: abc");
        assertThatThrownBy(() -> lifecycle.checkRefer(
                        registry.putAttribute("refer", Map.of("interface", "config.Bad", "actives", "many"))))
                .hasMessageStartingWith("actives: many");
        assertThatThrownBy(() -> lifecycle.checkRefer(
                        registry.addParameterAndEncoded("refer", "interface=config.Bad&actives=many")))
                .hasMessageStartingWith("actives: many");
    }

    @Test
    void reExport_badValuePushed_keepsTheLastGoodOneAndSaysSoOnce() {
        try (Logged logged = new Logged()) {
            lifecycle.export(url("config.Pushed", "executes=1"), Chain.Work.class);
            Chain chain = new Chain(url("config.Pushed", "executes=1"));
            CompletableFuture<AppResponse> running = new CompletableFuture<>();
            limits.executes(chain.pending(running), chain.asyncCall("work"));

            lifecycle.export(url("config.Pushed", "executes=abc"), Chain.Work.class);
            lifecycle.export(url("config.Pushed", "executes=abc"), Chain.Work.class);

            assertThatThrownBy(() -> limits.executes(chain.returning("ok"), chain.call("work")))
                    .hasMessageContaining("executes=\"1\"");
            assertThat(logged.texts("executes: abc"))
                    .singleElement()
                    .asString()
                    .endsWith(" for config.Pushed; going on with the last good value");
            // Nor does a method go free whose first call comes only now.
            limits.executes(chain.pending(running), chain.asyncCall("other"));
            assertThatThrownBy(() -> limits.executes(chain.returning("ok"), chain.call("other")))
                    .hasMessageContaining("executes=\"1\"");
            assertThat(logged.texts("executes: abc")).hasSize(1);
            running.complete(new AppResponse("ok"));
        }
    }

    @ParameterizedTest
    @CsvSource({"-active-limit, 0", "'default, -activelimit', 0", "-tps, 2"})
    void activesTakenOutByOneOfItsNames_isOff(String filter, int limit) {
        URL url = url("config.Out", "actives=2").addParameter("reference.filter", filter);
        lifecycle.refer(url, Chain.Work.class);
        Chain chain = new Chain(url);

        limits.actives(chain.returning("ok"), chain.call("work"));

        assertThat(limits.snapshots()).singleElement().matches(snapshot -> snapshot.limit() == limit);
    }

    @Test
    void consumer_providerPublishesABadValue_toldOnceAndOff() {
        try (Logged logged = new Logged()) {
            // Its own configuration was checked with the registry; this one comes from a provider.
            lifecycle.checkRefer(URL.valueOf("registry://127.0.0.1:2181/r")
                    .putAttribute("refer", Map.of("interface", "config.Published")));
            lifecycle.refer(url("config.Published", "actives=abc"), Chain.Work.class);
            Chain chain = new Chain(url("config.Published", "actives=abc"));

            for (int i = 0; i < 10; i++) {
                limits.actives(chain.pending(new CompletableFuture<>()), chain.asyncCall("work"));
            }

            assertThat(limits.snapshots()).singleElement().matches(snapshot -> snapshot.limit() == 0);
            assertThat(logged.texts("actives: abc")).hasSize(1);
        }
    }

    @Test
    void tps_withoutInterval_toldOnceWhatItMeans() {
        try (Logged logged = new Logged()) {
            Chain chain = new Chain(url("config.Minute", "tps=100"));
            limits.tps(chain.returning("ok"), chain.call("work"));
            limits.tps(chain.returning("ok"), chain.call("other"));

            assertThat(logged.texts("config.Minute"))
                    .containsExactly("tps: 100 without tps.interval means 100 per 60 s; set tps.interval=1000 for a"
                            + " per-second rate, for config.Minute");
        }
    }

    @Test
    void tps_perMethodAndService_areSeparateBudgets() {
        // T2: methods with 5 and 10, alternating, 100 times each in one window.
        Chain chain = new Chain(url("config.Rates", "work.tps=5&other.tps=10&tps=3&tps.interval=1000"));
        Invoker<?> next = chain.returning("ok");
        int[] admitted = new int[3];
        for (int i = 0; i < 100; i++) {
            admitted[0] += admit(next, chain, "work");
            admitted[1] += admit(next, chain, "other");
            admitted[2] += admit(next, chain, "third");
        }
        assertThat(admitted).containsExactly(5, 10, 3);
        clock.advanceMillis(1_000);
        assertThat(admit(next, chain, "work")).isEqualTo(1);
    }

    private int admit(Invoker<?> next, Chain chain, String method) {
        return limits.tps(next, chain.call(method)).hasException() ? 0 : 1;
    }

    @Test
    void tps_refused_isCodeSevenInAResult() {
        Chain chain = new Chain(url("config.Result", "tps=1&tps.interval=1000"));
        limits.tps(chain.returning("ok"), chain.call("work"));

        Throwable refusal =
                limits.tps(chain.returning("ok"), chain.call("work")).getException();

        assertThat(refusal)
                .isExactlyInstanceOf(RpcException.class)
                .hasMessage("Limit exceeded: Failed to invoke a method of config.Result, cause: more calls than"
                        + " tps=\"1\" in 1000 ms.");
        assertThat(((RpcException) refusal).isLimitExceed()).isTrue();
    }

    @Test
    void message_longestNames_isAtMost300Characters() {
        String name = "x".repeat(400);
        Map<Kind, String> causes = Map.of(
                Kind.EXECUTES,
                "The service using threads greater than <dubbo:service executes=\"2147483647\" /> limited.",
                Kind.ACTIVES,
                "actives=\"2147483647\" calls are in flight.",
                Kind.TPS,
                "more calls than tps=\"2147483647\" in 86400000 ms.");
        causes.forEach((kind, cause) -> {
            LimiterKey key = new LimiterKey(kind, name, name, kind == Kind.ACTIVES ? name : "");
            Refusal refusal = new Refusal(key, cause, new Counters(0));
            List<String> details = kind == Kind.ACTIVES
                    ? List.of(" The queue is full (actives.queue).", " Waited 86400000 ms.")
                    : List.of("");
            for (String detail : details) {
                assertThat(refusal.atConsumer(detail, 0).getMessage())
                        .hasSizeBetween(150, 300)
                        .endsWith(cause + detail);
            }
        });
    }

    @Test
    void refusals_ofOneLimit_areObjectsOfTheirOwn() {
        // Over injvm the caller gets the object itself, and may attach to it.
        Chain chain = new Chain(url("config.Own", "executes=1&tps=1&tps.interval=1000"));
        limits.tps(chain.returning("ok"), chain.call("work"));
        limits.executes(chain.pending(new CompletableFuture<>()), chain.asyncCall("work"));

        Throwable rate = limits.tps(chain.returning("ok"), chain.call("work")).getException();
        Throwable full = catchThrowable(() -> limits.executes(chain.returning("ok"), chain.call("work")));
        rate.addSuppressed(new IllegalStateException());
        full.addSuppressed(new IllegalStateException());

        assertThat(limits.tps(chain.returning("ok"), chain.call("work"))
                        .getException()
                        .getSuppressed())
                .isEmpty();
        assertThat(catchThrowable(() -> limits.executes(chain.returning("ok"), chain.call("work"))))
                .hasNoSuppressedExceptions();
    }

    @Test
    void watchdog_callThatHangsOnItsThread_isToldOnceAndKeepsItsPermit() throws Exception {
        try (Logged logged = new Logged()) {
            Chain chain = new Chain(url("config.Hangs", "executes=1&timeout=3000&limit.watchdog=5&limit.reclaim=true"));
            CountDownLatch inside = new CountDownLatch(1);
            CountDownLatch goOn = new CountDownLatch(1);
            Thread thread = new Thread(() -> limits.executes(
                    chain.answering(call -> {
                        inside.countDown();
                        assertThat(Statuses.eventually(() -> goOn.getCount() == 0))
                                .isTrue();
                        return AsyncRpcResult.newDefaultAsyncResult("ok", call);
                    }),
                    chain.call("work")));
            thread.start();
            inside.await();

            clock.advanceMillis(15_001);
            limits.watch();
            limits.watch();

            assertThat(logged.texts("config.Hangs"))
                    .containsExactly("A permit of EXECUTES config.Hangs.work is out for 15001 ms: the call is still on"
                            + " its thread.");
            assertThat(limits.snapshots()).singleElement().matches(snapshot -> snapshot.inFlight() == 1);
            goOn.countDown();
            thread.join();
            clock.advanceMillis(15_001);
            limits.watch();
            assertThat(logged.texts("config.Hangs")).hasSize(1);
        }
    }

    @Test
    void watchdog_futureThatNeverEnds_toldOnceAndTakenBackOnRequest() {
        try (Logged logged = new Logged()) {
            Chain chain = new Chain(url("config.Lost", "executes=1&timeout=3000&limit.watchdog=5&limit.reclaim=true"));
            CompletableFuture<AppResponse> never = new CompletableFuture<>();
            limits.executes(chain.pending(never), chain.asyncCall("work"));

            clock.advanceMillis(15_000);
            limits.watch();
            assertThat(logged.texts("config.Lost")).isEmpty();
            clock.advanceMillis(1);
            limits.watch();
            limits.watch();

            assertThat(logged.texts("config.Lost"))
                    .containsExactly(
                            "A permit of EXECUTES config.Lost.work is out for 15001 ms: the call never ended, as"
                                    + " a future does that nobody completes. Taken back (limit.reclaim).");
            assertThat(RpcStatus.getStatus(chain.returning("x").getUrl(), "work")
                            .getActive())
                    .isZero();
            assertThat(limits.executes(chain.returning("ok"), chain.call("work"))
                            .getValue())
                    .isEqualTo("ok");
            never.complete(new AppResponse("late"));
            assertThat(limits.snapshots()).singleElement().matches(snapshot -> snapshot.inFlight() == 0);
        }
    }

    @Test
    void executes_queue_waitsNoLongerThanTheCaller() {
        Chain chain = new Chain(url("config.Wait", "executes=1&executes.queue=1&executes.wait=60000"));
        CompletableFuture<AppResponse> running = new CompletableFuture<>();
        Limits real = new Limits(System::nanoTime);
        real.executes(chain.pending(running), chain.asyncCall("work"));
        var call = chain.call("work");
        call.setAttachment("timeout", "20");

        assertThatThrownBy(() -> real.executes(chain.returning("ok"), call)).isInstanceOf(RpcException.class);
        assertThat(real.snapshots().get(0).waits()).isEqualTo(1);
        running.complete(new AppResponse("ok"));
    }

    @Test
    void perInvoker_deadChains_areForgotten() {
        PerInvoker<String> table = new PerInvoker<>(invoker -> "value");
        for (int i = 0; i < 20_000; i++) {
            Chain chain = new Chain(url("config.Gone", "i=" + i));
            assertThat(table.get(chain.answering(call -> AsyncRpcResult.newDefaultAsyncResult("x", call))))
                    .isEqualTo("value");
            if (i % 1_000 == 0) {
                System.gc();
            }
        }
        assertThat(table.size()).isLessThan(10_000);
    }
}
