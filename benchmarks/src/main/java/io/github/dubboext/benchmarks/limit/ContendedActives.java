package io.github.dubboext.benchmarks.limit;

import io.github.dubboext.benchmarks.Table;
import io.github.dubboext.limit.ActiveLimitFilter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.apache.dubbo.common.URL;
import org.apache.dubbo.rpc.Filter;
import org.apache.dubbo.rpc.Invoker;
import org.apache.dubbo.rpc.RpcException;

/**
 * 30 threads, {@code actives=10}, 1 ms of work inside: calls a second, the longest wait, and the bound that a fair queue
 * keeps (20 waiters, 10 served at once). A row each for Dubbo's filter and ours, in turns.
 */
public final class ContendedActives {

    private static final List<String> COLUMNS = List.of(
            "filter",
            "calls/s",
            "refused",
            "a call, ms",
            "longest call, ms",
            "longest wait, ms",
            "longest wait / fair share",
            "others that went first, at most",
            "waits over 3.3 ms, %");

    private static final int THREADS = 30;
    private static final int LIMIT = 10;
    private static final long RUN_NANOS = 3_000_000_000L;
    /** 1.5 times the queue of 20 at 10 calls in 1.1 ms. */
    private static final long BOUND_NANOS = 3_300_000;

    private ContendedActives() {}

    /** Three rounds of each, after one that only warms up. */
    public static Table run() throws InterruptedException {
        List<List<String>> rows = new ArrayList<>();
        for (int round = 0; round < 4; round++) {
            rows.add(run("dubbo", new org.apache.dubbo.rpc.filter.ActiveLimitFilter(), round));
            rows.add(run("ours", new ActiveLimitFilter(), round));
        }
        return new Table(COLUMNS, rows.subList(2, rows.size()));
    }

    private static List<String> run(String name, Filter filter, int round) throws InterruptedException {
        URL url = Chains.url("actives=" + LIMIT + "&timeout=10000&round=" + name + round);
        AtomicLong serviceNanos = new AtomicLong();
        AtomicLong calls = new AtomicLong();
        AtomicLong refused = new AtomicLong();
        AtomicLong longestNanos = new AtomicLong();
        AtomicLong longestServiceNanos = new AtomicLong();
        AtomicLong overtaken = new AtomicLong();
        AtomicLong begun = new AtomicLong();
        LongAdder late = new LongAdder();
        ThreadLocal<Long> entered = new ThreadLocal<>();
        ThreadLocal<Long> begunBefore = new ThreadLocal<>();
        Invoker<Chains.Work> chain = Chains.of(
                url,
                call -> {
                    long begin = System.nanoTime();
                    overtaken.accumulateAndGet(begun.getAndIncrement() - begunBefore.get(), Math::max);
                    longestNanos.accumulateAndGet(begin - entered.get(), Math::max);
                    if (begin - entered.get() > BOUND_NANOS) {
                        late.increment();
                    }
                    LockSupport.parkNanos(1_000_000);
                    long took = System.nanoTime() - begin;
                    longestServiceNanos.accumulateAndGet(took, Math::max);
                    serviceNanos.addAndGet(took);
                    return Chains.answer(call);
                },
                filter);
        CountDownLatch start = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>();
        long[] end = new long[1];
        for (int i = 0; i < THREADS; i++) {
            Thread thread = new Thread(() -> {
                try {
                    start.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                while (System.nanoTime() - end[0] < 0) {
                    begunBefore.set(begun.get());
                    entered.set(System.nanoTime());
                    try {
                        if (chain.invoke(Chains.call()) != null) {
                            calls.incrementAndGet();
                        }
                    } catch (RpcException e) {
                        refused.incrementAndGet();
                    }
                }
            });
            thread.start();
            threads.add(thread);
        }
        end[0] = System.nanoTime() + RUN_NANOS;
        start.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        double serviceMillis = serviceNanos.get() / 1e6 / calls.get();
        double fairMillis = serviceMillis * (THREADS - LIMIT) / LIMIT;
        return List.of(
                name,
                String.format(Locale.ROOT, "%.0f", calls.get() / (RUN_NANOS / 1e9)),
                String.valueOf(refused),
                String.format(Locale.ROOT, "%.2f", serviceMillis),
                String.format(Locale.ROOT, "%.2f", longestServiceNanos.get() / 1e6),
                String.format(Locale.ROOT, "%.2f", longestNanos.get() / 1e6),
                String.format(Locale.ROOT, "%.2f", longestNanos.get() / 1e6 / fairMillis),
                String.valueOf(overtaken),
                String.format(Locale.ROOT, "%.3f", 100.0 * late.sum() / calls.get()));
    }
}
