package io.github.dubboext.limit.core;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Token bucket and pacer: calls are due a fixed step apart, may come {@code burst} at once, and may wait for their turn.
 * At most {@code burst + window / step} calls go in any window.
 *
 * <p>The generic cell rate algorithm: one long holds the time at which the bucket is full again. One read for a
 * refusal, one compare-and-set for an admission, 8 bytes. Thread-safe, lock-free.
 */
public final class TokenBucket implements RateLimiter {

    /** Time in sixteenths of a nanosecond, so that a step which is no whole number of them hardly drifts. */
    private static final int SCALE_BITS = 4;

    private static final long SEAL = Long.MIN_VALUE;

    private final long step;
    private final long tolerance;
    private final int burst;
    private final boolean paced;
    private final long originNanos;
    private final AtomicLong fullAt;

    private TokenBucket(long step, int burst, boolean paced, long nowNanos, RateHistory past) {
        this.step = step;
        this.burst = burst;
        this.paced = paced;
        this.tolerance = times(step, burst - 1);
        int size = past.size();
        this.originNanos = size == 0 ? nowNanos : Math.min(nowNanos, past.stamp(0));
        long last = size == 0 ? nowNanos : past.stamp(size - 1);
        // As if these calls had been admitted here; but never more than one full burst behind, which would punish the
        // past rather than honour it.
        long latest = Math.max(scaled(nowNanos), scaled(last)) + times(step, burst);
        this.fullAt = new AtomicLong(Math.min(replay(past), latest));
    }

    private long replay(RateHistory past) {
        int size = past.size();
        if (size == 0) {
            return 0;
        }
        if (past.atOnce()) {
            return scaled(past.stamp(0)) + times(step, size);
        }
        long full = 0;
        for (int i = 0; i < size; i++) {
            full = Math.max(full, scaled(past.stamp(i))) + step;
        }
        return full;
    }

    /** A quarter of the range, 4 years, is as good as endless and leaves room to add a clock reading. */
    private static long times(long step, int count) {
        return count > 0 && step > Long.MAX_VALUE / 4 / count ? Long.MAX_VALUE / 4 : step * count;
    }

    /** {@code calls} in {@code windowNanos} in the long run, {@code burst} of them at once. All from 1 up. */
    public static TokenBucket bursting(int calls, long windowNanos, int burst, long nowNanos, RateHistory past) {
        return new TokenBucket(step(calls, windowNanos), burst, false, nowNanos, past);
    }

    /** {@code calls} in {@code windowNanos}, evenly spaced; a call may wait for its turn. All from 1 up. */
    public static TokenBucket pacing(int calls, long windowNanos, long nowNanos, RateHistory past) {
        return new TokenBucket(step(calls, windowNanos), 1, true, nowNanos, past);
    }

    /**
     * At most {@code calls} in any {@code windowNanos}: a tenth of them at once and the rest spread, so 90 % of the
     * limit in the long run. {@code calls} from 10 up.
     */
    public static TokenBucket withinWindow(int calls, long windowNanos, long nowNanos, RateHistory past) {
        int burst = calls / 10;
        return new TokenBucket(step(calls - burst, windowNanos), burst, false, nowNanos, past);
    }

    /** Rounded up, so that the rate is never above the one asked for. */
    private static long step(int calls, long windowNanos) {
        return ((windowNanos << SCALE_BITS) - 1) / calls + 1;
    }

    private long scaled(long nanos) {
        return (nanos - originNanos) << SCALE_BITS;
    }

    @Override
    public long tryAcquire(long nowNanos, long maxWaitNanos) {
        long now = scaled(nowNanos);
        for (; ; ) {
            long full = fullAt.get();
            if (full == SEAL) {
                return SEALED;
            }
            long base = Math.max(full, now);
            long early = base - now - tolerance;
            if (early > 0 && (!paced || early > maxWaitNanos << SCALE_BITS)) {
                return REFUSED;
            }
            if (fullAt.compareAndSet(full, base + step)) {
                return early <= 0 ? 0 : (early + (1 << SCALE_BITS) - 1) >> SCALE_BITS;
            }
        }
    }

    @Override
    public RateHistory seal(long nowNanos) {
        long full = fullAt.getAndSet(SEAL);
        if (full == SEAL) {
            return RateHistory.NONE;
        }
        long debt = full - scaled(nowNanos);
        if (debt <= 0) {
            return RateHistory.NONE;
        }
        // A paced call that still waits has its time in the future; the tokens of a burst were taken at once.
        int count = (int) Math.min(burst, (debt - 1) / step + 1);
        return RateHistory.at(paced ? ((full - step) >> SCALE_BITS) + originNanos : nowNanos, count);
    }

    @Override
    public long memoryBytes() {
        return 8;
    }
}
