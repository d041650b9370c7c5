package io.github.dubboext.limit.core;

/**
 * Admissions that may still count: when they were, oldest first, on the jar's clock. Immutable.
 */
public final class RateHistory {

    /** Nothing was admitted yet. */
    public static final RateHistory NONE = new RateHistory(new long[0], 0, 0);

    private final long[] stamps;
    private final long repeated;
    private final int count;

    private RateHistory(long[] stamps, long repeated, int count) {
        this.stamps = stamps;
        this.repeated = repeated;
        this.count = count;
    }

    /** {@code sorted} is kept, not copied. */
    static RateHistory of(long[] sorted) {
        return new RateHistory(sorted, 0, sorted.length);
    }

    /** {@code count} admissions at one moment. */
    static RateHistory at(long stamp, int count) {
        return new RateHistory(new long[0], stamp, count);
    }

    int size() {
        return count;
    }

    /** The admission {@code index} of {@link #size}. */
    long stamp(int index) {
        return stamps.length == 0 ? repeated : stamps[index];
    }

    /** Whether all of them were at one moment. */
    boolean atOnce() {
        return stamps.length == 0;
    }
}
