package io.github.dubboext.limit.dubbo;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dubboext.limit.core.Clock;
import io.github.dubboext.limit.core.LimitSnapshot;
import io.github.dubboext.limit.testing.Chain;
import io.github.dubboext.limit.testing.Statuses;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.apache.dubbo.common.URL;
import org.apache.dubbo.common.url.component.ServiceConfigURL;
import org.apache.dubbo.rpc.AppResponse;
import org.apache.dubbo.rpc.AsyncRpcResult;
import org.apache.dubbo.rpc.Invoker;
import org.apache.dubbo.rpc.Result;
import org.apache.dubbo.rpc.RpcContext;
import org.apache.dubbo.rpc.RpcException;
import org.junit.jupiter.api.Test;

class LimitChangeTest {

    private final Limits limits = new Limits(Clock.SYSTEM);
    private final Lifecycle lifecycle = new Lifecycle(limits);

    private static URL url(String parameters) {
        return URL.valueOf("dubbo://127.0.0.1:20880/change.Api?interface=change.Api&timeout=20000&" + parameters);
    }

    /** Which calls run, and which limits were in force since the oldest of them began. */
    private static final class Witness {
        private final List<Integer> limitsInForce = new ArrayList<>();
        private final List<Integer> begun = new ArrayList<>();
        private final List<String> violations = new ArrayList<>();

        synchronized void force(int limit) {
            limitsInForce.add(limit);
        }

        synchronized Integer enter() {
            Integer since = Integer.valueOf(limitsInForce.size() - 1);
            begun.add(since);
            int oldest = begun.stream().mapToInt(i -> i).min().orElseThrow();
            int allowed = limitsInForce.subList(oldest, limitsInForce.size()).stream()
                    .mapToInt(i -> i)
                    .max()
                    .orElseThrow();
            if (begun.size() > allowed) {
                violations.add(begun.size() + " at once where " + allowed + " is the most");
            }
            return since;
        }

        synchronized void leave(Integer since) {
            begun.remove(since);
        }
    }

    @Test
    void sixtyFourThreads_limitFrom3To5To2_peakNeverAboveWhatWasAllowed() throws Exception {
        Witness witness = new Witness();
        AtomicInteger admitted = new AtomicInteger();
        AtomicBoolean stop = new AtomicBoolean();
        Chain chain = new Chain(url("executes=3"));
        List<Invoker<?>> next = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            next.add(chain.answering(invocation -> {
                Integer since = witness.enter();
                Thread.onSpinWait();
                witness.leave(since);
                admitted.incrementAndGet();
                return AsyncRpcResult.newDefaultAsyncResult("ok", invocation);
            }));
        }
        witness.force(3);
        lifecycle.export(url("executes=3"), Chain.Work.class);
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 64; t++) {
            int me = t;
            Thread thread = new Thread(() -> {
                while (!stop.get()) {
                    try {
                        // Old chains and new ones meet at one counter.
                        limits.executes(next.get(me & 1), chain.call("work"));
                    } catch (RpcException e) {
                        LockSupport.parkNanos(20_000);
                    }
                }
            });
            thread.start();
            threads.add(thread);
        }
        int last = 3;
        for (int round = 0; round < 12; round++) {
            int limit = new int[] {5, 2, 3}[round % 3];
            int before = admitted.get();
            assertThat(Statuses.eventually(() -> admitted.get() > before + 200)).isTrue();
            // While export() runs, either limit may hold: the witness allows the larger.
            if (limit > last) {
                witness.force(limit);
            }
            lifecycle.export(url("executes=" + limit), Chain.Work.class);
            if (limit < last) {
                witness.force(limit);
            }
            last = limit;
        }
        stop.set(true);
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(witness.violations).isEmpty();
        assertThat(limits.snapshots()).singleElement().satisfies(snapshot -> {
            assertThat(snapshot.inFlight()).isZero();
            assertThat(snapshot.admitted()).isEqualTo(admitted.get());
        });
    }

    @Test
    void raisedAndRemoved_byANewExport_wakeTheWaitersWithoutACall() throws Exception {
        lifecycle.export(url("executes=1&executes.queue=10&executes.wait=20000"), Chain.Work.class);
        Chain chain = new Chain(url("executes=1&executes.queue=10&executes.wait=20000"));
        CompletableFuture<AppResponse> running = new CompletableFuture<>();
        Result first = limits.executes(chain.pending(running), chain.asyncCall("work"));
        AtomicInteger done = new AtomicInteger();
        CompletableFuture<AppResponse> others = new CompletableFuture<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Thread thread = new Thread(() -> {
                limits.executes(chain.pending(others), chain.asyncCall("work"));
                done.incrementAndGet();
            });
            thread.start();
            threads.add(thread);
        }
        assertThat(Statuses.eventually(() -> snapshot().waiting() == 3)).isTrue();

        lifecycle.export(url("executes=2&executes.queue=10"), Chain.Work.class);
        assertThat(Statuses.eventually(() -> done.get() == 1)).isTrue();
        assertThat(snapshot().waiting()).isEqualTo(2);

        lifecycle.export(url("executes=0"), Chain.Work.class);
        assertThat(Statuses.eventually(() -> done.get() == 3)).isTrue();
        others.complete(new AppResponse("ok"));
        running.complete(new AppResponse("ok"));
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(first.getValue()).isEqualTo("ok");
        assertThat(snapshot().inFlight()).isZero();
        assertThat(snapshot().limit()).isZero();
        assertThat(snapshot().waits()).isEqualTo(3);
    }

    @Test
    void dryRun_pushedWhileCallsWait_letsThemThrough() throws Exception {
        lifecycle.export(url("executes=1&executes.queue=10&executes.wait=20000"), Chain.Work.class);
        lifecycle.refer(url("actives=1"), Chain.Work.class);
        Chain chain = new Chain(url("executes=1"));
        CompletableFuture<AppResponse> running = new CompletableFuture<>();
        limits.executes(chain.pending(running), chain.asyncCall("work"));
        limits.actives(chain.pending(running), chain.asyncCall("work"));
        RpcContext.removeContext();
        Thread provider = new Thread(() -> limits.executes(chain.returning("ok"), chain.call("work")));
        Thread consumer = new Thread(() -> limits.actives(chain.returning("ok"), chain.call("work")));
        provider.start();
        consumer.start();
        limits.actives(chain.returning("async"), chain.asyncCall("work"));
        Future<Object> async = RpcContext.getServiceContext().getFuture();
        assertThat(Statuses.eventually(() -> limits.snapshots().stream()
                                .mapToInt(LimitSnapshot::waiting)
                                .sum()
                        == 3))
                .isTrue();

        lifecycle.export(url("executes=1&executes.queue=10&limit.dryrun=true"), Chain.Work.class);
        lifecycle.refer(url("actives=1&limit.dryrun=true"), Chain.Work.class);

        provider.join();
        consumer.join();
        assertThat(async.get(20, TimeUnit.SECONDS)).isEqualTo("async");
        assertThat(limits.executes(chain.returning("ok"), chain.call("work")).getValue())
                .isEqualTo("ok");
        running.complete(new AppResponse("ok"));
        assertThat(Statuses.eventually(() -> limits.snapshots().stream().allMatch(s -> s.inFlight() == 0)))
                .isTrue();
    }

    private LimitSnapshot snapshot() {
        return limits.snapshots().get(0);
    }

    @Test
    void tps_changedAtRunTime_grantsNoSecondBudget() {
        lifecycle.export(url("tps=5&tps.interval=60000"), Chain.Work.class);
        Chain chain = new Chain(url("tps=5&tps.interval=60000"));
        Invoker<?> next = chain.returning("ok");
        assertThat(admitted(chain, next, 10)).isEqualTo(5);

        lifecycle.export(url("tps=7&tps.interval=60000"), Chain.Work.class);
        assertThat(admitted(chain, next, 10)).isEqualTo(2);

        lifecycle.export(url("tps=7&tps.interval=50000&tps.mode=bucket&tps.burst=7"), Chain.Work.class);
        assertThat(admitted(chain, next, 10)).isZero();

        lifecycle.export(url("tps=0"), Chain.Work.class);
        assertThat(admitted(chain, next, 10)).isEqualTo(10);
    }

    private int admitted(Chain chain, Invoker<?> next, int calls) {
        int count = 0;
        for (int i = 0; i < calls; i++) {
            if (!limits.tps(next, chain.call("work")).hasException()) {
                count++;
            }
        }
        return count;
    }

    /** As at application level: what the consumer says itself is asked of the thread, and a refer may ask too early. */
    private static final class ThreadsUrl extends ServiceConfigURL {
        private static final long serialVersionUID = 1L;
        private static final ThreadLocal<String> ACTIVES = new ThreadLocal<>();

        ThreadsUrl(URL url) {
            super(url.getProtocol(), url.getHost(), url.getPort(), url.getPath(), url.getParameters());
        }

        @Override
        public String getMethodParameter(String method, String key) {
            return key.equals("actives") ? ACTIVES.get() : super.getMethodParameter(method, key);
        }
    }

    @Test
    void ruleForConsumersGone_firstCallOfTheNewChainKnows_andWhoWaitsGoes() throws Exception {
        ThreadsUrl.ACTIVES.set("1");
        Lifecycle.Opened limited = lifecycle.refer(new ThreadsUrl(url("")), Chain.Work.class);
        Chain old = new Chain(limited.url());
        CompletableFuture<AppResponse> running = new CompletableFuture<>();
        limits.actives(old.pending(running), old.asyncCall("work"));
        Result waiting = limits.actives(old.returning("waited"), old.asyncCall("work"));
        Invoker<?> neverCalled = old.returning("late");
        Lifecycle.Opened free = lifecycle.refer(new ThreadsUrl(url("")), Chain.Work.class); // still under the rule
        limited.close();
        assertThat(limits.snapshots()).anyMatch(snapshot -> snapshot.waiting() == 1);

        ThreadsUrl.ACTIVES.set("0");
        Chain now = new Chain(free.url());
        assertThat(limits.actives(now.returning("ok"), now.call("work")).getValue())
                .isEqualTo("ok");

        assertThat(waiting.get().getValue()).isEqualTo("waited");
        // A chain that is closed has no say.
        ThreadsUrl.ACTIVES.set("1");
        limits.actives(neverCalled, old.call("work"));
        assertThat(limits.snapshots()).singleElement().matches(snapshot -> snapshot.limit() == 0);
        running.complete(new AppResponse("ok"));
    }
}
