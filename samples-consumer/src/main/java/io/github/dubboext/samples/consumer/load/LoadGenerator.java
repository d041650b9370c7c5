package io.github.dubboext.samples.consumer.load;

import io.github.dubboext.samples.runtime.RunFailure;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Makes the calls of one {@link LoadPlan} and measures them.
 *
 * <p>On a fixed schedule each call has a time at which it is due, and its latency counts from then, not from when a thread
 * got round to sending it: a target that stalls is charged for every call that had to wait (no coordinated omission).
 */
public final class LoadGenerator implements AutoCloseable {
    /** A stretch of the timeline, and how often the calls under way are looked at in it. */
    private static final long SAMPLE_MILLIS = 500;

    private static final long LOOK_MILLIS = 50;

    /** What is still under way when a run ends has its own timeout; beyond this something is lost. */
    private static final long DRAIN_SECONDS = 60;

    private final LoadPlan plan;
    private final Target target;
    private final CountDownLatch warm = new CountDownLatch(1);
    private volatile boolean stopped;
    private volatile boolean finished;

    public LoadGenerator(LoadPlan plan, Target target) {
        this.plan = plan;
        this.target = target;
    }

    /**
     * Warms up, then measures; returns when the last call has ended.
     *
     * @param warmUpProgress told about each stretch of the warm-up
     * @param progress told about each stretch of the measured run
     * @throws LoadStopped if it is closed or interrupted before its time
     */
    public LoadResult run(Consumer<Sample> warmUpProgress, Consumer<Sample> progress) {
        if (!plan.warmup().isZero()) {
            warmUp(warmUpProgress);
        }
        warm.countDown();
        return new Run(plan).measure(progress);
    }

    private void warmUp(Consumer<Sample> progress) {
        try {
            new Run(plan.warmupPlan()).measure(progress);
        } catch (LoadStopped e) {
            throw new RunFailure("Stopped", e);
        }
    }

    /** Returns when the warm-up is over and what counts begins. */
    public void awaitWarm() throws InterruptedException {
        warm.await();
    }

    /** Ends the run as if its time were over. */
    public void finish() {
        finished = true;
    }

    /** Lets no further call begin; does not wait for those under way. */
    @Override
    public void close() {
        stopped = true;
    }

    /** The warm-up, or what is measured. */
    private final class Run {
        private final LoadPlan plan;
        private final Tally tally = new Tally();
        private final AtomicLong tickets = new AtomicLong();
        private final AtomicLong underWay = new AtomicLong();
        private final long maxCalls;
        private final long startNanos;
        private final long endNanos;

        Run(LoadPlan plan) {
            this.plan = plan;
            this.maxCalls = plan.maxCalls() == 0 ? Long.MAX_VALUE : plan.maxCalls();
            this.startNanos = System.nanoTime();
            this.endNanos = startNanos + plan.duration().toNanos();
        }

        LoadResult measure(Consumer<Sample> progress) {
            Runnable work = plan.burst() ? burst() : plan.openLoop() ? this::openLoop : this::closedLoop;
            CountDownLatch running = new CountDownLatch(plan.threads());
            for (int i = 0; i < plan.threads(); i++) {
                Thread thread = new Thread(
                        () -> {
                            try {
                                work.run();
                            } finally {
                                running.countDown();
                            }
                        },
                        "load-" + i);
                thread.setDaemon(true);
                thread.start();
            }
            try {
                watch(running, progress);
                if (!stopped) {
                    drain();
                }
            } catch (InterruptedException e) {
                stopped = true;
            }
            tally.sample(sinceStartMillis());
            if (stopped) {
                throw new LoadStopped(tally.result());
            }
            return tally.result();
        }

        private void watch(CountDownLatch running, Consumer<Sample> progress) throws InterruptedException {
            long sampleDue = SAMPLE_MILLIS;
            while (!running.await(LOOK_MILLIS, TimeUnit.MILLISECONDS) && !stopped) {
                tally.look(target.inFlight());
                if (sinceStartMillis() >= sampleDue) {
                    progress.accept(tally.sample(sinceStartMillis()));
                    sampleDue += SAMPLE_MILLIS;
                }
            }
        }

        private void closedLoop() {
            while (!over()) {
                long ticket = tickets.getAndIncrement();
                if (ticket >= maxCalls) {
                    return;
                }
                callAndWait(ticket);
            }
        }

        private void openLoop() {
            double nanosPerCall = 1e9 / plan.callsPerSecond();
            while (true) {
                long ticket = tickets.getAndIncrement();
                long dueNanos = startNanos + (long) (ticket * nanosPerCall);
                if (ticket >= maxCalls || dueNanos >= endNanos) {
                    return;
                }
                waitUntil(dueNanos);
                if (finished) {
                    return;
                }
                if (over()) {
                    tally.record(new Answer(Outcome.UNSENT, ""), 0);
                } else if (plan.async()) {
                    send(ticket, dueNanos);
                } else {
                    tally.record(target.call(ticket), System.nanoTime() - dueNanos);
                }
            }
        }

        private Runnable burst() {
            boolean[] over = new boolean[1]; // written by the barrier's action, read behind the barrier
            CyclicBarrier start =
                    new CyclicBarrier(plan.threads(), () -> over[0] = over() || tickets.get() >= maxCalls);
            return () -> {
                try {
                    while (true) {
                        start.await();
                        if (over[0]) {
                            return;
                        }
                        long ticket = tickets.getAndIncrement();
                        if (ticket < maxCalls) {
                            callAndWait(ticket);
                        }
                    }
                } catch (InterruptedException | BrokenBarrierException e) {
                    Thread.currentThread().interrupt();
                }
            };
        }

        private void callAndWait(long ticket) {
            long began = System.nanoTime();
            Answer answer = plan.async() ? target.callAsync(ticket).join() : target.call(ticket);
            tally.record(answer, System.nanoTime() - began);
        }

        private void send(long ticket, long dueNanos) {
            underWay.incrementAndGet();
            CompletableFuture<Answer> unused = target.callAsync(ticket).whenComplete((answer, never) -> {
                tally.record(answer, System.nanoTime() - dueNanos);
                underWay.decrementAndGet();
            });
        }

        private void drain() throws InterruptedException {
            long giveUp = System.nanoTime() + TimeUnit.SECONDS.toNanos(DRAIN_SECONDS);
            while (underWay.get() > 0) {
                if (System.nanoTime() >= giveUp) {
                    throw new IllegalStateException(underWay + " calls were never answered");
                }
                Thread.sleep(5);
            }
        }

        private boolean over() {
            return stopped || finished || System.nanoTime() >= endNanos;
        }

        private long sinceStartMillis() {
            return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
        }
    }

    private static void waitUntil(long dueNanos) {
        for (long left = dueNanos - System.nanoTime(); left > 0; left = dueNanos - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
