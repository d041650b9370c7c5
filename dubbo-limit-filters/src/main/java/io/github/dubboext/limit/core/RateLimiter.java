package io.github.dubboext.limit.core;

/**
 * Admits calls at a rate. One object stands for one configuration; a change {@link #seal seals} it and hands what it
 * admitted to its successor, so that no call is paid for twice.
 *
 * <p>Thread-safe, lock-free.
 */
public interface RateLimiter {

    /** Answer of {@link #tryAcquire}: not admitted. */
    long REFUSED = -1;

    /** Answer of {@link #tryAcquire}: this object is sealed, ask its successor. */
    long SEALED = -2;

    /**
     * Admits one call or not.
     *
     * @param nowNanos the jar's clock, read for this call
     * @param maxWaitNanos how long this call would wait for its turn; 0 for limiters that do not pace
     * @return how long to wait before going on, 0 as a rule; or {@link #REFUSED}; or {@link #SEALED}
     */
    long tryAcquire(long nowNanos, long maxWaitNanos);

    /**
     * Ends all admission here and returns the past that a successor has to honour, up to the time that {@code clock} says
     * afterwards. Only the first call means it.
     */
    RateHistory seal(Clock clock);

    /** Bytes that this limiter keeps, roughly. */
    long memoryBytes();
}
