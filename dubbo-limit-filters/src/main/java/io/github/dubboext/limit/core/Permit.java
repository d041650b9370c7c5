package io.github.dubboext.limit.core;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/**
 * The right to run one call, given back exactly once however often and from wherever {@link #release} is called.
 *
 * <p>Thread-safe.
 */
public class Permit {

    private static final AtomicIntegerFieldUpdater<Permit> RELEASED =
            AtomicIntegerFieldUpdater.newUpdater(Permit.class, "released");

    private final ConcurrencyLimiter limiter;
    private final long startNanos;
    private volatile int released;
    /** Where {@link LivePermits} keeps it; written before the permit is shared. */
    int slot = LivePermits.NOWHERE;
    /** The watchdog told about it. Only its thread looks at this. */
    boolean reported;

    /** Wraps a permit that {@code limiter} has just granted, at {@code startNanos} of the jar's clock. */
    protected Permit(ConcurrencyLimiter limiter, long startNanos) {
        this.limiter = limiter;
        this.startNanos = startNanos;
    }

    /** When the permit was granted, on the jar's clock. */
    public final long startNanos() {
        return startNanos;
    }

    /** Makes the permit visible to {@link ConcurrencyLimiter#findOlder}. At most once, before it is released. */
    protected final void watch() {
        limiter.live().add(this);
    }

    /** Gives the permit back; only the first call does. Returns whether this was it. */
    public final boolean release() {
        if (released != 0 || !RELEASED.compareAndSet(this, 0, 1)) {
            return false;
        }
        limiter.live().remove(this);
        limiter.release();
        return true;
    }
}
