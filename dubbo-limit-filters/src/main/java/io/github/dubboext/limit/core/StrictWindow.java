package io.github.dubboext.limit.core;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Never more than {@code calls} admissions in any window of {@code windowNanos}, wherever the window begins.
 *
 * <p>Costs two reads for a refusal and two compare-and-sets for an admission, whatever the limit; 8 bytes for each
 * call of the limit. Thread-safe, lock-free.
 */
public final class StrictWindow implements RateLimiter {

    /** Above this, 512 KB for one key, use a {@link TokenBucket#withinWindow} instead. */
    public static final int CALLS_MAX = 65_536;

    /** Below them, head counts laps. */
    private static final int SLOT_BITS = 16;

    private static final int SLOT_MASK = (1 << SLOT_BITS) - 1;
    private static final long SEAL = Long.MIN_VALUE;
    private static final long EMPTY = 1L;

    /*
     * A ring holds the stamps of the last n admissions. Admission k may take the slot of admission k - n once that is a
     * window old, hence stamp(k) >= stamp(k - n) + window for all k. Among any n + 1 admissions two have indexes equal
     * modulo n, so their stamps lie a window or more apart: no window holds n + 1. This needs no order between
     * neighbours, so a thread that read the clock and then slept does no harm.
     *
     * The admission happens when the slot is swapped; head is moved afterwards, by whoever comes by. (The other way
     * round, a thread that has moved head and not yet written would leave a stale, old slot to the next lap.) Whether
     * the slot under head is still to be taken or was taken a moment ago shows in its lowest bit, the parity of the
     * lap. Head keeps lap and slot apart, since a division would cost as much as a compare-and-set.
     */
    private final int calls;
    private final long windowNanos;
    private final long originNanos;
    private final RateHistory past;
    private final int inherited;
    private final AtomicLong head;
    private final AtomicLongArray ring;

    /**
     * @param calls the limit, 1 to {@link #CALLS_MAX}
     * @param windowNanos from 1 up
     * @param nowNanos the jar's clock
     * @param past admissions that count as if made here
     */
    public StrictWindow(int calls, long windowNanos, long nowNanos, RateHistory past) {
        this.calls = calls;
        this.windowNanos = windowNanos;
        this.past = past;
        long[] newest = past.newest(calls);
        this.inherited = newest.length;
        long first = inherited == 0 ? nowNanos : newest[inherited - 1];
        // So far back that an empty slot is old enough for every clock reading that is still under way.
        this.originNanos = Math.min(first, nowNanos) - 2 * windowNanos;
        this.ring = new AtomicLongArray(calls);
        this.head = new AtomicLong(inherited == calls ? 1L << SLOT_BITS : inherited);
        for (int i = 0; i < calls; i++) {
            // Lap 0 is even; what is still to be taken in it carries the parity of the lap before.
            ring.lazySet(i, i < inherited ? (newest[inherited - 1 - i] - originNanos) << 1 : EMPTY);
        }
    }

    @Override
    public long tryAcquire(long nowNanos, long maxWaitNanos) {
        long now = nowNanos - originNanos;
        for (; ; ) {
            long index = head.get();
            int at = (int) index & SLOT_MASK;
            long parity = index >> SLOT_BITS & 1;
            long cell = ring.get(at);
            if (cell == SEAL) {
                return SEALED;
            }
            if ((cell & 1) == parity) {
                head.compareAndSet(index, after(index, at));
            } else if (now - (cell >> 1) < windowNanos) {
                // Old head, old slot: look again before saying no.
                if (head.get() == index) {
                    return REFUSED;
                }
            } else if (ring.compareAndSet(at, cell, now << 1 | parity)) {
                head.compareAndSet(index, after(index, at));
                return 0;
            }
        }
    }

    private long after(long index, int at) {
        return at + 1 == calls ? (index | SLOT_MASK) + 1 : index + 1;
    }

    @Override
    public RateHistory seal(Clock clock) {
        long[] cells = new long[calls];
        for (int i = 0; i < calls; i++) {
            cells[i] = ring.getAndSet(i, SEAL);
            if (cells[i] == SEAL) {
                return RateHistory.NONE;
            }
        }
        // Nothing is admitted any more; head may still be one behind.
        long index = head.get();
        int at = (int) index & SLOT_MASK;
        long lap = index >> SLOT_BITS;
        long total = lap * calls + at + ((cells[at] & 1) == (lap & 1) ? 1 : 0);
        long own = total - inherited;
        long[] sorted = new long[(int) Math.min(calls, own)];
        for (int i = 0; i < sorted.length; i++) {
            sorted[i] = (cells[(int) ((total - 1 - i) % calls)] >> 1) + originNanos;
        }
        Arrays.sort(sorted);
        return own == 0 ? past : RateHistory.ofWindow(sorted, windowNanos, own).after(past, clock.nanoTime());
    }

    @Override
    public long memoryBytes() {
        return 8L * calls;
    }
}
