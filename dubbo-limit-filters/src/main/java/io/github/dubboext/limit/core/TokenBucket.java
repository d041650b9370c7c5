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
    private final RateHistory past;
    private final long start;
    private final AtomicLong fullAt;

    private TokenBucket(long step, int burst, boolean paced, long nowNanos, RateHistory past, int most) {
        this.step = step;
        this.paced = paced;
        this.tolerance = times(step, burst - 1);
        this.originNanos = nowNanos;
        this.past = past;
        this.start = Math.max(0, replay(most));
        this.fullAt = new AtomicLong(start);
    }

    /**
     * As if the newest {@code most} calls of the past had been admitted here. To count more than this limiter admits
     * at once would punish the past, not honour it.
     */
    private long replay(int most) {
        long full = 0;
        long newer = 0;
        for (RateHistory part = past; part != null && newer < most; part = part.older()) {
            long size = Math.min(part.count(), most - newer);
            long steady = (long) part.steady() + part.lap();
            // Of several at one moment the oldest decides; of many in even distances, the first or the last.
            long age = part.lap() == 1 ? Math.max(1, Math.min(part.steady(), size)) : 1;
            for (; age <= size; age++) {
                if (age > steady) {
                    age = Math.max(age, size - part.lap() + 1);
                }
                full = Math.max(full, scaled(part.stamp((int) age)) + times(step, newer + age));
            }
            newer += size;
        }
        return full;
    }

    /** A quarter of the range, 4 years, is as good as endless and leaves room to add a clock reading. */
    private static long times(long step, long count) {
        return count > 0 && step > Long.MAX_VALUE / 4 / count ? Long.MAX_VALUE / 4 : step * count;
    }

    /** {@code calls} in {@code windowNanos} in the long run, {@code burst} of them at once. All from 1 up. */
    public static TokenBucket bursting(int calls, long windowNanos, int burst, long nowNanos, RateHistory past) {
        return new TokenBucket(step(calls, windowNanos), burst, false, nowNanos, past, burst);
    }

    /** {@code calls} in {@code windowNanos}, evenly spaced; a call may wait for its turn. All from 1 up. */
    public static TokenBucket pacing(int calls, long windowNanos, long nowNanos, RateHistory past) {
        return new TokenBucket(step(calls, windowNanos), 1, true, nowNanos, past, 1);
    }

    /**
     * At most {@code calls} in any {@code windowNanos}, the past included: a tenth of them at once and the rest spread,
     * so 90 % of the limit in the long run.
     */
    public static TokenBucket withinWindow(int calls, long windowNanos, long nowNanos, RateHistory past) {
        int burst = Math.max(1, calls / 10);
        return new TokenBucket(step(Math.max(1, calls - burst), windowNanos), burst, false, nowNanos, past, calls);
    }

    /** Rounded up, so that the rate is never above the one asked for. */
    private static long step(int calls, long windowNanos) {
        return ((windowNanos << SCALE_BITS) - 1) / calls + 1;
    }

    private long scaled(long nanos) {
        return (nanos - originNanos) << SCALE_BITS;
    }

    private static long nanosUp(long scaled) {
        return (scaled + (1 << SCALE_BITS) - 1) >> SCALE_BITS;
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
                return early <= 0 ? 0 : nanosUp(early);
            }
        }
    }

    @Override
    public RateHistory seal(Clock clock) {
        long full = fullAt.getAndSet(SEAL);
        if (full == SEAL) {
            return RateHistory.NONE;
        }
        // Each admission moves fullAt by a step from the call's time or later: there were at most
        // (full - start) / step, the newest k of them no later than full - k * step. A burst lies ahead of its time, a
        // paced call that still waits has its own, in whole nanoseconds.
        long nowNanos = clock.nanoTime();
        long bound = paced ? Long.MAX_VALUE : nowNanos;
        long atOnce = paced ? 0 : Math.max(0, (full - scaled(nowNanos)) / step);
        RateHistory own = RateHistory.even(
                (full - start) / step, atOnce, age -> Math.min(bound, nanosUp(full - age * step) + originNanos));
        return own.after(past, nowNanos);
    }

    @Override
    public long memoryBytes() {
        return 8;
    }
}
