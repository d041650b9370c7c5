package io.github.dubboext.limit.core;

/**
 * The number of permits that one configuration allows. Calls that share a counter may bring different ones; a change
 * reaches the calls that wait already. After {@link #set}, call {@link ConcurrencyLimiter#limitChanged}.
 *
 * <p>Thread-safe.
 */
public final class Limit {

    private volatile int permits;

    /** {@code permits} from 1 up; "no limit" is {@link Integer#MAX_VALUE}. */
    public Limit(int permits) {
        this.permits = permits;
    }

    public int permits() {
        return permits;
    }

    public void set(int permits) {
        this.permits = permits;
    }
}
