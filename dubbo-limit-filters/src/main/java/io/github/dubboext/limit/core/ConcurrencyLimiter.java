package io.github.dubboext.limit.core;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Calls in flight under one key, never above the limit that each call brings along.
 *
 * <p>Admission is one compare-and-set, a refusal one read. Lowering a limit lets running calls drain. Thread-safe,
 * lock-free.
 */
public final class ConcurrencyLimiter {

    private final AtomicInteger active = new AtomicInteger();

    /** Takes a permit if fewer than {@code limit} are out. Whoever gets {@code true} owes one {@link #release}. */
    public boolean tryAcquire(int limit) {
        for (; ; ) {
            int now = active.get();
            if (now >= limit) {
                return false;
            }
            if (active.compareAndSet(now, now + 1)) {
                return true;
            }
        }
    }

    /** Gives one permit back; only {@link Permit}, which makes sure of "once", calls this. */
    void release() {
        active.decrementAndGet();
    }

    /** Permits out at this moment. */
    public int inFlight() {
        return active.get();
    }
}
