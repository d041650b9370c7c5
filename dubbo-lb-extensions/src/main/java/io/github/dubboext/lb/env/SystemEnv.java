package io.github.dubboext.lb.env;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * The real clocks.
 *
 * <p>One daemon thread carries the coarse clock and the house-keeping. It starts with the first question and ends when
 * nothing is left to tidy up, so an application that does not use our strategies never sees it, and one that is undeployed
 * is not held by it.
 */
final class SystemEnv implements Env {
    static final SystemEnv INSTANCE = new SystemEnv();

    private static final long SWEEP_EVERY_NANOS = 10_000_000_000L;

    private final Object lock = new Object();
    private final List<WeakReference<BooleanSupplier>> sweeps = new ArrayList<>(); // guarded by lock
    private volatile boolean running;
    private volatile long coarseNanos;

    private SystemEnv() {}

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public long coarseNanoTime() {
        // Not running: the exact clock is right too, only dearer.
        return running ? coarseNanos : System.nanoTime();
    }

    @Override
    public long wallMillis() {
        return System.currentTimeMillis();
    }

    @Override
    public long nextLong() {
        return ThreadLocalRandom.current().nextLong();
    }

    @Override
    public void housekeep(BooleanSupplier sweep) {
        synchronized (lock) {
            if (!running) {
                coarseNanos = System.nanoTime();
                Thread thread = new Thread(this::run, "dubbo-lb-clock");
                thread.setDaemon(true);
                thread.setContextClassLoader(null); // an application's loader must not live on through this thread
                thread.start(); // may fail for want of threads; the next question tries again
                running = true;
            }
            sweeps.add(new WeakReference<>(sweep));
        }
    }

    private void run() {
        long sweptNanos = System.nanoTime();
        while (true) {
            LockSupport.parkNanos(COARSE_STEP_NANOS / 2);
            Thread.interrupted(); // nobody's business here, and no park lasts while the flag stands
            long now = System.nanoTime();
            coarseNanos = now;
            if (now - sweptNanos >= SWEEP_EVERY_NANOS) {
                sweptNanos = now;
                for (BooleanSupplier sweep : due()) {
                    if (!sweep.getAsBoolean()) {
                        forget(sweep);
                    }
                }
                synchronized (lock) {
                    sweeps.removeIf(reference -> reference.get() == null);
                    if (sweeps.isEmpty()) {
                        running = false;
                        return;
                    }
                }
            }
        }
    }

    private List<BooleanSupplier> due() {
        List<BooleanSupplier> due = new ArrayList<>();
        synchronized (lock) {
            for (WeakReference<BooleanSupplier> reference : sweeps) {
                BooleanSupplier sweep = reference.get();
                if (sweep != null) {
                    due.add(sweep);
                }
            }
        }
        return due;
    }

    private void forget(BooleanSupplier sweep) {
        synchronized (lock) {
            for (Iterator<WeakReference<BooleanSupplier>> each = sweeps.iterator(); each.hasNext(); ) {
                if (each.next().get() == sweep) {
                    each.remove();
                    return; // once: it may have been handed in again meanwhile
                }
            }
        }
    }
}
