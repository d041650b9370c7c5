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
    private final boolean paced;
    private final long originNanos;
    private final AtomicLong fullAt;

    private TokenBucket(long step, int burst, boolean paced, long nowNanos, RateHistory past) {
        this.step = step;
        this.paced = paced;
        this.tolerance = times(step, burst - 1);
        int size = past.size();
        this.originNanos = size == 0 ? nowNanos : Math.min(nowNanos, past.stamp(size));
        this.fullAt = new AtomicLong(replay(past));
    }

    /** As if the calls of the past had been admitted here. */
    private long replay(RateHistory past) {
        int size = past.size();
        long full = 0;
        // Of several at one moment the oldest decides; of many in even distances, the first or the last.
        long age = past.lap() == 1 ? Math.max(1, past.steady()) : 1;
        long steady = (long) past.steady() + past.lap();
        for (age = Math.min(age, size); age > 0 && age <= size; age++) {
            if (age > steady) {
                age = Math.max(age, size - past.lap() + 1);
            }
            full = Math.max(full, scaled(past.stamp((int) age)) + times(step, (int) age));
        }
        return full;
    }

    /** A quarter of the range, 4 years, is as good as endless and leaves room to add a clock reading. */
    private static long times(long step, int count) {
        return count > 0 && step > Long.MAX_VALUE / 4 / count ? Long.MAX_VALUE / 4 : step * count;
    }

    /** {@code calls} in {@code windowNanos} in the long run, {@code burst} of them at once. All from 1 up. */
    public static TokenBucket bursting(int calls, long windowNanos, int burst, long nowNanos, RateHistory past) {
        return new TokenBucket(step(calls, windowNanos), burst, false, nowNanos, past.newest(burst));
    }

    /** {@code calls} in {@code windowNanos}, evenly spaced; a call may wait for its turn. All from 1 up. */
    public static TokenBucket pacing(int calls, long windowNanos, long nowNanos, RateHistory past) {
        return new TokenBucket(step(calls, windowNanos), 1, true, nowNanos, past.newest(1));
    }

    /**
     * At most {@code calls} in any {@code windowNanos}, the past included: a tenth of them at once and the rest spread,
     * so 90 % of the limit in the long run.
     */
    public static TokenBucket withinWindow(int calls, long windowNanos, long nowNanos, RateHistory past) {
        int burst = Math.max(1, calls / 10);
        return new TokenBucket(
                step(Math.max(1, calls - burst), windowNanos), burst, false, nowNanos, past.newest(calls));
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
        // Each admission moves fullAt by a step from the call's time or later: since any moment s there were at most
        // (fullAt - s) / step, the newest k of them no later than fullAt - k * step. A burst lies ahead of its time, a
        // paced call that still waits has its own.
        long bound = paced ? Long.MAX_VALUE : nowNanos;
        long atOnce = paced ? 0 : Math.max(0, (full - scaled(nowNanos)) / step);
        return RateHistory.even(
                full / step, atOnce, age -> Math.min(bound, ((full - age * step) >> SCALE_BITS) + originNanos));
    }

    @Override
    public long memoryBytes() {
        return 8;
    }
}
