package io.github.dubboext.samples.consumer.scenario;

import io.github.dubboext.samples.api.Order;
import io.github.dubboext.samples.api.OrderService;
import io.github.dubboext.samples.consumer.client.Failures;
import io.github.dubboext.samples.consumer.load.Outcome;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** Calls without end, from blocking threads and from one that never blocks for an answer; only their outcomes are kept. */
final class Callers implements AutoCloseable {
    private static final int BLOCKING = 16;
    private static final int UNDER_WAY = 16; // of the asynchronous ones
    private static final long PAUSE_MILLIS = 10;
    private static final long PATIENCE_SECONDS = 60; // several times the timeout of a call

    private final OrderService service;
    private final ConcurrentMap<Outcome, LongAdder> outcomes = new ConcurrentHashMap<>();
    private final ConcurrentMap<Outcome, String> firstReasons = new ConcurrentHashMap<>();
    private final AtomicLong ids = new AtomicLong();
    private final Semaphore room = new Semaphore(UNDER_WAY);
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean stopped;

    Callers(OrderService service) {
        this.service = service;
        for (int i = 0; i < BLOCKING; i++) {
            start("blocking-" + i, this::callAndWait);
        }
        start("asynchronous", this::callOn);
    }

    private interface Caller {
        void call() throws InterruptedException;
    }

    private void start(String name, Caller caller) {
        Thread thread = new Thread(
                () -> {
                    try {
                        while (!stopped) {
                            caller.call();
                        }
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                name);
        thread.setDaemon(true);
        thread.start();
        threads.add(thread);
    }

    private void callAndWait() throws InterruptedException {
        try {
            service.getOrderInfo(ids.incrementAndGet());
            count(null);
        } catch (RuntimeException | Error e) { // whatever it is, it is counted and the thread goes on
            count(e);
        }
        Thread.sleep(PAUSE_MILLIS);
    }

    private void callOn() throws InterruptedException {
        room.acquire();
        try {
            CompletableFuture<Order> unused = service.getOrderInfoAsync(ids.incrementAndGet())
                    .whenComplete((order, thrown) -> {
                        count(thrown);
                        room.release();
                    });
        } catch (RuntimeException | Error e) {
            count(e);
            room.release();
        }
        Thread.sleep(1);
    }

    private void count(Throwable thrown) {
        Throwable cause = thrown instanceof CompletionException ? thrown.getCause() : thrown;
        Outcome outcome = cause == null ? Outcome.OK : Failures.classify(cause);
        if (cause != null) {
            firstReasons.computeIfAbsent(outcome, any -> Failures.reason(cause));
        }
        outcomes.computeIfAbsent(outcome, any -> new LongAdder()).increment();
    }

    /** How the calls so far ended; outcomes that did not occur are left out. */
    Map<Outcome, Long> counts() {
        Map<Outcome, Long> counts = new EnumMap<>(Outcome.class);
        outcomes.forEach((outcome, count) -> counts.put(outcome, count.sum()));
        return counts;
    }

    /** What the first call said that ended so. */
    Map<Outcome, String> firstReasons() {
        return new TreeMap<>(firstReasons);
    }

    /** Begins no further call, waits for those under way, and returns how many have not ended in {@value #PATIENCE_SECONDS} s. */
    int stop() throws InterruptedException {
        stopped = true;
        long giveUp = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        int hanging = 0;
        for (Thread thread : threads) {
            TimeUnit.NANOSECONDS.timedJoin(thread, Math.max(1, giveUp - System.nanoTime()));
            hanging += thread.isAlive() ? 1 : 0;
        }
        while (room.availablePermits() < UNDER_WAY && System.nanoTime() - giveUp < 0) {
            Thread.sleep(PAUSE_MILLIS);
        }
        return hanging + UNDER_WAY - room.availablePermits();
    }

    @Override
    public void close() {
        stopped = true;
    }

    @Override
    public String toString() {
        return counts().toString();
    }
}
