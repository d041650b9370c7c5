package io.github.dubboext.limit.dubbo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.dubboext.limit.Refusals;
import io.github.dubboext.limit.core.Clock;
import io.github.dubboext.limit.core.LimitSnapshot;
import io.github.dubboext.limit.testing.Chain;
import io.github.dubboext.limit.testing.Statuses;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.apache.dubbo.common.URL;
import org.apache.dubbo.rpc.AppResponse;
import org.apache.dubbo.rpc.AsyncRpcResult;
import org.apache.dubbo.rpc.Invocation;
import org.apache.dubbo.rpc.Invoker;
import org.apache.dubbo.rpc.Result;
import org.apache.dubbo.rpc.RpcContext;
import org.apache.dubbo.rpc.RpcException;
import org.apache.dubbo.rpc.RpcInvocation;
import org.apache.dubbo.rpc.TimeoutCountDown;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ActiveLimitTest {

    private final Limits limits = new Limits(Clock.SYSTEM);
    private final Lifecycle lifecycle = new Lifecycle(limits);
    private final CompletableFuture<AppResponse> running = new CompletableFuture<>();

    private static URL url(String parameters) {
        return URL.valueOf("dubbo://127.0.0.1:20880/active.Api?interface=active.Api&" + parameters);
    }

    private LimitSnapshot snapshot() {
        return limits.snapshots().get(0);
    }

    @BeforeEach
    @AfterEach
    void freshContext() {
        RpcContext.removeContext();
    }

    private void fill(Chain chain) {
        limits.actives(chain.pending(running), chain.asyncCall("work"));
        RpcContext.removeContext();
    }

    @Test
    void waiter_noTimeoutConfigured_getsThePermitThatComesInTime() throws Exception {
        // A6: Dubbo waits for ever and then refuses at the moment the permit is there.
        Chain chain = new Chain(url("actives=1"));
        fill(chain);
        AtomicReference<Object> outcome = new AtomicReference<>();
        Thread thread = new Thread(() -> outcome.set(
                limits.actives(chain.returning("ok"), chain.call("work")).getValue()));
        thread.start();
        assertThat(Statuses.eventually(() -> snapshot().waiting() == 1)).isTrue();

        running.complete(new AppResponse("first"));
        thread.join();

        assertThat(outcome.get()).isEqualTo("ok");
        assertThat(snapshot().inFlight()).isZero();
    }

    @Test
    void waiter_timeUsedUp_isRefusedWithCodeSevenAndShortWords() {
        Chain chain = new Chain(url("actives=1&timeout=20"));
        fill(chain);

        RpcException refusal = catchThrowableOfType(
                RpcException.class, () -> limits.actives(chain.returning("ok"), chain.call("work")));

        assertThat(refusal).isExactlyInstanceOf(RpcException.class);
        assertThat(refusal.isLimitExceed()).isTrue();
        assertThat(refusal.getMessage())
                .matches("Limit exceeded: Failed to invoke method work of active.Api at 127.0.0.1:20880,"
                        + " cause: actives=\"1\" calls are in flight. Waited \\d+ ms.");
        assertThat(Refusals.isRefused(new IllegalStateException(new ExecutionException(refusal))))
                .isTrue();
        assertThat(snapshot().refused()).isEqualTo(1);
        running.complete(new AppResponse("first"));
        assertThat(snapshot().inFlight()).isZero();
    }

    /** What reaches the invoker. */
    private static final class Seen {
        final Queue<String> timeouts = new ConcurrentLinkedQueue<>();
        final AtomicReference<Invocation> invocation = new AtomicReference<>();
        final AtomicReference<Thread> thread = new AtomicReference<>();
        final AtomicReference<Map<String, Object>> attachments = new AtomicReference<>();

        Result note(Invocation call) {
            Object timeout = RpcContext.getClientAttachment().getObjectAttachment("timeout");
            timeouts.add(String.valueOf(timeout));
            invocation.set(call);
            thread.set(Thread.currentThread());
            attachments.set(Map.copyOf(RpcContext.getClientAttachment().getObjectAttachments()));
            // As Dubbo's invokers do.
            call.setAttachment("timeout", timeout == null ? "5000" : String.valueOf(timeout));
            return AsyncRpcResult.newDefaultAsyncResult("ok", call);
        }
    }

    @Test
    void attempt_thatWaited_hasWhatIsLeftAndLeavesTheOriginalAlone() throws Exception {
        Chain chain = new Chain(url("actives=1&timeout=5000"));
        fill(chain);
        Seen seen = new Seen();
        RpcInvocation original = chain.call("work");
        AtomicReference<Object> after = new AtomicReference<>();
        Thread thread = new Thread(() -> {
            RpcContext.getClientAttachment().setAttachment("timeout", "3000");
            limits.actives(chain.answering(seen::note), original);
            after.set(RpcContext.getClientAttachment().getObjectAttachment("timeout"));
        });
        thread.start();
        assertThat(Statuses.eventually(() -> snapshot().waiting() == 1)).isTrue();
        assertThat(Statuses.eventually(() -> thread.getState() == Thread.State.TIMED_WAITING))
                .isTrue();
        running.complete(new AppResponse("first"));
        thread.join();

        // The per-call timeout of 3,000 counts, less the wait; a retry and a forked sibling see the original.
        assertThat(Long.parseLong(seen.timeouts.remove())).isBetween(1L, 2_999L);
        assertThat(after.get()).isEqualTo("3000");
        assertThat(original.getObjectAttachment("timeout")).isNull();
        assertThat(seen.invocation.get()).isNotSameAs(original);
        assertThat(seen.invocation.get().getMethodName()).isEqualTo("work");
    }

    @Test
    void attempt_thatDidNotWait_isNotTouched() {
        Chain chain = new Chain(url("actives=1&timeout=5000"));
        Seen seen = new Seen();
        RpcInvocation original = chain.call("work");

        limits.actives(chain.answering(seen::note), original);

        assertThat(seen.invocation.get()).isSameAs(original);
        assertThat(seen.timeouts).containsExactly("null");
    }

    @Test
    void countdown_ofTheThread_boundsTheWait() {
        Chain chain = new Chain(url("actives=1&timeout=60000"));
        fill(chain);
        RpcContext.getClientAttachment()
                .setObjectAttachment("timeout-countdown", TimeoutCountDown.newCountDown(20, TimeUnit.MILLISECONDS));

        assertThatThrownBy(() -> limits.actives(chain.returning("ok"), chain.call("work")))
                .hasMessageContaining("Waited");
        running.complete(new AppResponse("first"));
    }

    @Test
    void timeouts_sources_inTheOrderOfDubbosInvokers() {
        URL dubbo = url("timeout=700&work.timeout=600");
        RpcInvocation call = new Chain(dubbo).call("work");
        assertThat(Timeouts.attemptNanos(dubbo, "work", call)).isEqualTo(600_000_000L);
        assertThat(Timeouts.attemptNanos(dubbo, "other", call)).isEqualTo(700_000_000L);
        assertThat(Timeouts.attemptNanos(url(""), "work", call)).isEqualTo(1_000_000_000L);
        assertThat(Timeouts.attemptNanos(url("").setProtocol("tri"), "work", call))
                .isEqualTo(3_000_000_000L);
        call.setAttachment("timeout", "500");
        assertThat(Timeouts.attemptNanos(dubbo, "work", call)).isEqualTo(500_000_000L);
        RpcContext.getClientAttachment().setObjectAttachment("timeout", 400);
        assertThat(Timeouts.attemptNanos(dubbo, "work", call)).isEqualTo(400_000_000L);
        RpcContext.getClientAttachment()
                .setObjectAttachment("timeout-countdown", TimeoutCountDown.newCountDown(90, TimeUnit.SECONDS));
        assertThat(Timeouts.attemptNanos(dubbo, "work", call)).isBetween(80_000_000_000L, 90_000_000_000L);
    }

    @Test
    void interrupt_whileWaiting_endsTheCallWithTheFlagSet() throws Exception {
        // X22: Dubbo waits on and clears the flag.
        Chain chain = new Chain(url("actives=1&timeout=20000"));
        fill(chain);
        Queue<Object> seen = new ConcurrentLinkedQueue<>();
        Thread thread = new Thread(() -> {
            RpcException error = catchThrowableOfType(
                    RpcException.class, () -> limits.actives(chain.returning("ok"), chain.call("work")));
            seen.add(error.getCause().getClass());
            seen.add(Thread.currentThread().isInterrupted());
        });
        thread.start();
        assertThat(Statuses.eventually(() -> snapshot().waiting() == 1)).isTrue();
        thread.interrupt();
        thread.join();

        assertThat(seen).containsExactly(InterruptedException.class, true);
        running.complete(new AppResponse("first"));
        assertThat(snapshot().inFlight()).isZero();
    }

    @Test
    void asyncWaiter_granted_runsOnAThreadOfItsOwnWithTheCallersContext() throws Exception {
        Chain chain = new Chain(url("actives=1&timeout=5000"));
        fill(chain);
        Seen seen = new Seen();
        RpcContext.getClientAttachment().setAttachment("dubbo.tag", "gray");
        RpcContext.getClientAttachment().setAttachment("user", "alice");

        Result result = limits.actives(chain.answering(seen::note), chain.asyncCall("work"));
        Future<Object> callers = RpcContext.getServiceContext().getFuture();
        assertThat(callers).isNotNull();
        assertThat(callers.isDone()).isFalse();
        assertThat(result).isInstanceOf(AsyncRpcResult.class);
        Thread releasing = new Thread(() -> running.complete(new AppResponse("first")));
        releasing.start();

        assertThat(callers.get(20, TimeUnit.SECONDS)).isEqualTo("ok");
        assertThat(seen.thread.get().getName()).startsWith("dubbo-limit-grant");
        assertThat(seen.attachments.get()).containsEntry("dubbo.tag", "gray").containsEntry("user", "alice");
        assertThat(Long.parseLong(seen.timeouts.remove())).isBetween(1L, 5_000L);
        assertThat(Statuses.eventually(() -> snapshot().inFlight() == 0)).isTrue();
    }

    @Test
    void asyncWaiter_timeUsedUp_completesTheFutureWithCodeSeven() {
        Chain chain = new Chain(url("actives=1&timeout=30"));
        fill(chain);

        limits.actives(chain.returning("ok"), chain.asyncCall("work"));
        Future<Object> callers = RpcContext.getServiceContext().getFuture();

        ExecutionException error =
                catchThrowableOfType(ExecutionException.class, () -> callers.get(20, TimeUnit.SECONDS));
        assertThat(error.getCause()).isExactlyInstanceOf(RpcException.class);
        assertThat(((RpcException) error.getCause()).isLimitExceed()).isTrue();
        assertThat(snapshot().waiting()).isZero();
        running.complete(new AppResponse("first"));
        assertThat(snapshot().inFlight()).isZero();
    }

    @Test
    void oneThousandAsyncWaiters_holdNoThread() throws Exception {
        Chain chain = new Chain(url("actives=1&timeout=30000"));
        fill(chain);
        int before = Thread.activeCount();
        List<Future<Object>> callers = new ArrayList<>();
        Invoker<?> next = chain.returning("ok");
        for (int i = 0; i < 1_000; i++) {
            limits.actives(next, chain.asyncCall("work"));
            callers.add(RpcContext.getServiceContext().getFuture());
        }
        assertThat(snapshot().waiting()).isEqualTo(1_000);
        // The timer, and at most the few that run granted calls.
        assertThat(Thread.activeCount() - before)
                .isLessThanOrEqualTo(1 + Math.max(2, Runtime.getRuntime().availableProcessors()));

        running.complete(new AppResponse("first"));
        for (Future<Object> caller : callers) {
            assertThat(caller.get(20, TimeUnit.SECONDS)).isEqualTo("ok");
        }
        assertThat(snapshot().inFlight()).isZero();
        assertThat(snapshot().waiting()).isZero();
    }

    @Test
    void queue_full_refusesAtOnceAndKeepsTheCallersContext() {
        Chain chain = new Chain(url("actives=1&actives.queue=0&timeout=20000"));
        fill(chain);
        RpcContext.getClientAttachment().setAttachment("user", "alice");

        assertThatThrownBy(() -> limits.actives(chain.returning("ok"), chain.asyncCall("work")))
                .isExactlyInstanceOf(RpcException.class)
                .hasMessageContaining("The queue is full (actives.queue).");
        assertThat(RpcContext.getClientAttachment().getAttachment("user")).isEqualTo("alice");
        running.complete(new AppResponse("first"));
    }

    @Test
    void closedReference_waiters_endAtOnceWithAClearError() throws Exception {
        Lifecycle.Opened opened = lifecycle.refer(url("actives=1&timeout=20000"), Chain.Work.class);
        Chain chain = new Chain(url("actives=1&timeout=20000"));
        fill(chain);
        AtomicReference<Throwable> sync = new AtomicReference<>();
        Thread thread = new Thread(() -> {
            try {
                limits.actives(chain.returning("ok"), chain.call("work"));
            } catch (RpcException e) {
                sync.set(e);
            }
        });
        thread.start();
        limits.actives(chain.returning("ok"), chain.asyncCall("work"));
        Future<Object> async = RpcContext.getServiceContext().getFuture();
        assertThat(Statuses.eventually(() -> snapshot().waiting() == 2)).isTrue();

        opened.close();
        thread.join();

        assertThat(sync.get()).hasMessageContaining("closed while a call waited");
        assertThatThrownBy(() -> async.get(20, TimeUnit.SECONDS)).hasMessageContaining("closed while a call waited");
        running.complete(new AppResponse("first"));
        assertThat(snapshot().inFlight()).isZero();
    }

    @Test
    void providers_ofOneService_haveCountersOfTheirOwn() {
        Chain one = new Chain(url("actives=1"));
        Chain two = new Chain(url("actives=1").setPort(20881));
        fill(one);

        assertThat(limits.actives(two.returning("ok"), two.call("work")).getValue())
                .isEqualTo("ok");
        running.complete(new AppResponse("first"));
    }

    @Test
    void bothSides_inOneJvm_doNotShare() {
        // I12: executes=1 and actives=1, one call through both.
        Chain chain = new Chain(url("actives=1&executes=1"));
        Invoker<?> provider = chain.answering(call -> limits.executes(chain.returning("ok"), call));

        for (int i = 0; i < 3; i++) {
            assertThat(limits.actives(provider, chain.call("work")).getValue()).isEqualTo("ok");
        }
        assertThat(limits.snapshots()).hasSize(2).allMatch(snapshot -> snapshot.inFlight() == 0);
    }

    @Test
    void dryRun_full_countsAndRefusesNothing() {
        Chain chain = new Chain(url("actives=1&limit.dryrun=true&timeout=20000"));
        fill(chain);

        for (int i = 0; i < 3; i++) {
            assertThat(limits.actives(chain.returning("ok"), chain.call("work")).getValue())
                    .isEqualTo("ok");
        }

        assertThat(snapshot().refused()).isEqualTo(3);
        assertThat(snapshot().dryRun()).isTrue();
        assertThat(snapshot().inFlight()).isEqualTo(1);
        running.complete(new AppResponse("first"));
        assertThat(snapshot().inFlight()).isZero();
    }

    @Test
    void madeUpMethods_ofGenericCalls_shareOneCounter() {
        Chain chain = new Chain(url("executes=5"));

        IntStream.range(0, 5_000)
                .forEach(i -> limits.executes(
                        chain.returning("ok"), chain.call("$invoke", "made.up." + i, new String[0], new Object[0])));
        limits.executes(chain.returning("ok"), chain.call("$invoke", " work ", new String[0], new Object[0]));
        limits.executes(chain.returning("ok"), chain.call("work"));

        assertThat(limits.snapshots())
                .extracting(snapshot -> snapshot.key().method() + " " + snapshot.admitted())
                .containsExactlyInAnyOrder("* 5000", "work 2");
    }
}
