package io.github.dubboext.limit.core;

/**
 * One limit at one moment, and what it did since it was made. The numbers are read one after the other, so they fit
 * together exactly only when no call is under way. Immutable.
 */
public final class LimitSnapshot {

    private final LimiterKey key;
    private final int limit;
    private final boolean dryRun;
    private final int inFlight;
    private final int waiting;
    private final long admitted;
    private final long refused;
    private final long waits;
    private final long waitedNanos;
    private final long ageNanos;

    /** {@code limit} 0 is "off". */
    public LimitSnapshot(
            LimiterKey key, int limit, boolean dryRun, int inFlight, int waiting, Counters counters, long nowNanos) {
        this.key = key;
        this.limit = limit;
        this.dryRun = dryRun;
        this.inFlight = inFlight;
        this.waiting = waiting;
        this.admitted = counters.admitted();
        this.refused = counters.refused();
        this.waits = counters.waits();
        this.waitedNanos = counters.waitedNanos();
        this.ageNanos = nowNanos - counters.sinceNanos();
    }

    public LimiterKey key() {
        return key;
    }

    /** Calls at once, or calls in an interval for {@code tps}; 0 is off. */
    public int limit() {
        return limit;
    }

    /** Nothing is refused; {@link #refused} counts what would be. */
    public boolean dryRun() {
        return dryRun;
    }

    /** Permits out; 0 for {@code tps}. */
    public int inFlight() {
        return inFlight;
    }

    public int waiting() {
        return waiting;
    }

    public long admitted() {
        return admitted;
    }

    public long refused() {
        return refused;
    }

    /** Waits that are over, whatever their end. */
    public long waits() {
        return waits;
    }

    /** The sum of these waits, in nanoseconds. */
    public long waitedNanos() {
        return waitedNanos;
    }

    /** How long it has been counting, in nanoseconds. */
    public long ageNanos() {
        return ageNanos;
    }

    @Override
    public String toString() {
        return key + ": limit " + limit + (dryRun ? " (dry run)" : "") + ", in flight " + inFlight + ", waiting "
                + waiting + ", admitted " + admitted + ", refused " + refused + ", waits " + waits + ", waited "
                + waitedNanos / 1_000_000 + " ms";
    }
}
