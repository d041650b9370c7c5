package io.github.dubboext.lb.stats;

import java.util.Set;
import java.util.concurrent.atomic.LongAdder;

/**
 * How often the providers of one service and method were picked, all told and in the last minute. A pick costs one addition
 * to its provider's adder; the minute is what has come since the mark that a sweep left there at its beginning, so it is as
 * exact as sweeps are frequent: with one every 10 s it is 60 to 70 s. Thread-safe.
 */
public final class MethodPicks {
    private static final long MINUTE_NANOS = 60_000_000_000L;
    /** Were marks closer than this, they would not reach back a minute. */
    private static final long MARK_NANOS = 9_000_000_000L;

    private static final int MARKS = 8;

    private static final class Picks {
        final LongAdder all = new LongAdder();
        final long[] marks = new long[MARKS]; // guarded by the MethodPicks
    }

    private final Listed<Picks> providers = new Listed<>();
    private final LongAdder redraws = new LongAdder();
    private final LongAdder rebuilds = new LongAdder();
    private final long[] markedNanos = new long[MARKS]; // guarded by this
    private int marked; // guarded by this

    /** Where to count the picks of {@code address}: one object for as long as it is listed. Takes no lock but for the first. */
    public LongAdder of(String address) {
        return providers.getOrAdd(address, Picks::new).all;
    }

    /** A pick whose first draw the list of the call did not hold. */
    public void redraw() {
        redraws.increment();
    }

    /** A table was made, because of a list, a weight or a setting. */
    public void rebuild() {
        rebuilds.increment();
    }

    public long redraws() {
        return redraws.sum();
    }

    public long rebuilds() {
        return rebuilds.sum();
    }

    /** Picks of {@code address} since it is known. */
    public long all(String address) {
        Picks picks = providers.get(address);
        return picks == null ? 0 : picks.all.sum();
    }

    /** Picks of {@code address} in the last minute. */
    public synchronized long lastMinute(String address, long nowNanos) {
        Picks picks = providers.get(address);
        if (picks == null) {
            return 0;
        }
        long before = 0;
        for (int i = Math.max(0, marked - MARKS); i < marked; i++) {
            if (nowNanos - markedNanos[i % MARKS] >= MINUTE_NANOS) {
                before = picks.marks[i % MARKS];
            }
        }
        return picks.all.sum() - before;
    }

    /**
     * Leaves a mark, and forgets who is long gone. O(size).
     *
     * @param listed the addresses in any list of the service
     */
    public synchronized void sweep(Set<String> listed, long nowNanos) {
        boolean nobodyCalls = listed.isEmpty(); // then no list could show them
        providers.sweep(listed, nowNanos, picks -> nobodyCalls);
        if (marked > 0 && nowNanos - markedNanos[(marked - 1) % MARKS] < MARK_NANOS) {
            return;
        }
        int at = marked % MARKS;
        markedNanos[at] = nowNanos;
        providers.forEach((address, picks) -> picks.marks[at] = picks.all.sum());
        marked = marked + 1 == 2 * MARKS ? MARKS : marked + 1; // the same place modulo MARKS, and never an overflow
    }

    /** Providers known. */
    public int size() {
        return providers.size();
    }
}
