package io.github.dubboext.lb.stats;

/**
 * How fast latency estimates fade: one object for all providers among which a strategy chooses. Thread-safe.
 */
public final class Decay {
    /** Unless told otherwise. */
    public static final long DEFAULT_MILLIS = 10_000;

    static final Decay DEFAULT = new Decay(DEFAULT_MILLIS);

    private final long setNanos;
    private volatile long nanos;

    /** @param millis time in which an estimate that nothing renews falls to 1/e, 37 %; positive */
    public Decay(long millis) {
        this.setNanos = millis * 1_000_000;
        this.nanos = setNanos;
    }

    /** As set. */
    public long setNanos() {
        return setNanos;
    }

    /** As it is now. */
    public long nanos() {
        return nanos;
    }

    /** Makes estimates last at least this long. Not below what was set, and not above 10 times that. */
    public void atLeastNanos(double wantedNanos) {
        nanos = (long) Math.max((double) setNanos, Math.min(wantedNanos, 10.0 * setNanos));
    }
}
