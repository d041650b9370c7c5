package io.github.dubboext.limit.core;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Predicate;

/**
 * The permits that no thread will bring back, but a future, so that one which never comes back can be found.
 *
 * <p>Entering is a probe of a few slots from a place of the thread's own, one compare-and-set as a rule, and leaving
 * another; no allocation. When the slots are taken, a set takes over: more memory, same answer. Thread-safe.
 */
final class LivePermits {

    private static final int SLOTS_MAX = 256;
    private static final int PROBES = 8;
    private static final int IN_OVERFLOW = -1;
    static final int NOWHERE = -2;

    private final AtomicReferenceArray<Permit> slots;
    private final int mask;
    private final Set<Permit> overflow = ConcurrentHashMap.newKeySet();

    /** Sized for about {@code expected} permits at once; more are as good, but cost more. */
    LivePermits(int expected) {
        int size = PROBES;
        while (size < SLOTS_MAX && size < 2 * (long) expected) {
            size <<= 1;
        }
        slots = new AtomicReferenceArray<>(size);
        mask = size - 1;
    }

    void add(Permit permit) {
        // Threads start 8 slots apart, which is half a cache line of references at least.
        int at = (int) Thread.currentThread().getId() << 3;
        for (int i = 0; i < PROBES; i++) {
            int slot = (at + i) & mask;
            if (slots.get(slot) == null) {
                permit.slot = slot;
                if (slots.compareAndSet(slot, null, permit)) {
                    return;
                }
            }
        }
        permit.slot = IN_OVERFLOW;
        boolean added = false;
        try {
            added = overflow.add(permit);
        } finally {
            // Without memory for it, the permit must still be one that can be given back.
            if (!added) {
                permit.slot = NOWHERE;
            }
        }
    }

    /** Takes out a permit that was added; only the first call for it answers true. */
    boolean remove(Permit permit) {
        return permit.slot == IN_OVERFLOW ? overflow.remove(permit) : slots.compareAndSet(permit.slot, permit, null);
    }

    /**
     * Hands each permit granted before {@code startedBeforeNanos} to {@code found}, which says whether it was its to
     * tell; then it comes no more. For one thread.
     */
    void findOlder(long startedBeforeNanos, Predicate<Permit> found) {
        for (int i = 0; i <= mask; i++) {
            tellOnce(slots.get(i), startedBeforeNanos, found);
        }
        for (Permit permit : overflow) {
            tellOnce(permit, startedBeforeNanos, found);
        }
    }

    private static void tellOnce(Permit permit, long startedBeforeNanos, Predicate<Permit> found) {
        if (permit != null && !permit.reported && permit.startNanos() - startedBeforeNanos < 0) {
            permit.reported = found.test(permit);
        }
    }
}
