package io.github.dubboext.limit.core;

import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.LongConsumer;

/**
 * When the calls began that are on a thread now, so that one which hangs there can be found.
 *
 * <p>Entering is a read and a plain store as a rule, leaving another store: no compare-and-set, and no reference, which
 * would cost the collector's barrier. The price: of two threads that meet at one place at the same moment one is not
 * listed, nor is a call that finds its places taken. Good enough to tell about a call, not to act on it. Thread-safe.
 */
public final class RunningCalls {

    private static final int PLACES_MAX = 256;
    private static final int PROBES = 8;
    private static final int NOWHERE = -1;
    private static final long FREE = 0;

    private final AtomicLongArray began;
    private final int mask;
    /** The call at this place that was told about. Only the thread that looks has to do with it. */
    private final long[] told;

    /** Sized for about {@code expected} calls at once. */
    public RunningCalls(int expected) {
        int size = PROBES;
        while (size < PLACES_MAX && size < 2 * (long) expected) {
            size <<= 1;
        }
        began = new AtomicLongArray(size);
        mask = size - 1;
        told = new long[size];
    }

    /** A call begins on this thread. Returns what to {@link #leave}. */
    public int enter(long nowNanos) {
        // Threads start a cache line apart.
        int at = (int) Thread.currentThread().getId() << 3;
        for (int i = 0; i < PROBES; i++) {
            int place = (at + i) & mask;
            if (began.get(place) == FREE) {
                began.lazySet(place, stamp(nowNanos));
                return place;
            }
        }
        return NOWHERE;
    }

    private static long stamp(long nanos) {
        return nanos == FREE ? 1 : nanos;
    }

    /** The call is not on its thread any more. */
    public void leave(int place) {
        if (place != NOWHERE) {
            began.lazySet(place, FREE);
        }
    }

    /** Hands the begin of each call that began before {@code beforeNanos} to {@code found}, once. For one thread. */
    public void findOlder(long beforeNanos, LongConsumer found) {
        for (int place = 0; place <= mask; place++) {
            long since = began.get(place);
            if (since != FREE && since - beforeNanos < 0 && since != told[place]) {
                told[place] = since;
                found.accept(since);
            }
        }
    }
}
