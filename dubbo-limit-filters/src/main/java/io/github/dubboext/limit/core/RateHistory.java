package io.github.dubboext.limit.core;

/**
 * Admissions that may still count, by age: 1 is the newest. No stamp is earlier than the admission it stands for was,
 * on the jar's clock, so whoever honours them is safe. Where a limiter has not kept them all, the rest is the most it
 * could have admitted. Immutable; all operations O(1).
 */
public final class RateHistory {

    /** Nothing was admitted yet. */
    public static final RateHistory NONE = new RateHistory(0, 1, 0, age -> 0);

    /** From age to stamp; never increasing. */
    interface Stamps {
        long at(int age);
    }

    private final int count;
    private final int lap;
    private final int steady;
    private final Stamps stamps;

    private RateHistory(long count, int lap, long steady, Stamps stamps) {
        this.count = (int) Math.min(Integer.MAX_VALUE, count);
        this.lap = lap;
        this.steady = (int) Math.min(this.count, steady);
        this.stamps = stamps;
    }

    /**
     * The past of {@code count} calls under a limit of {@code sorted.length} in any window, of which the last lap,
     * {@code sorted}, is known: of each two calls a limit apart the older is a window older, and no call that was
     * overwritten is newer than the oldest known.
     */
    static RateHistory ofWindow(long[] sorted, long windowNanos, long count) {
        int lap = sorted.length;
        return new RateHistory(count, lap, lap, age -> {
            long stamp = sorted[lap - 1 - (age - 1) % lap];
            int laps = (age - 1) / lap;
            return laps == 0 ? stamp : Math.min(sorted[0], stamp - windowNanos) - (laps - 1) * windowNanos;
        });
    }

    /** {@code count} calls at one moment. */
    public static RateHistory atOnce(long nanos, int count) {
        return even(count, count, age -> nanos);
    }

    /** {@code count} calls, of which the first {@code atOnce} ages have the same stamp and the others even distances. */
    static RateHistory even(long count, long atOnce, Stamps stamps) {
        return new RateHistory(count, 1, atOnce, stamps);
    }

    /** What a limiter counts that admits {@code most} at once: to count more would punish the past, not honour it. */
    RateHistory newest(int most) {
        return most >= count ? this : new RateHistory(most, lap, steady, stamps);
    }

    int size() {
        return count;
    }

    /** {@code age} from 1 to {@link #size}. */
    long stamp(int age) {
        return stamps.at(age);
    }

    /** Beyond {@link #steady}, an admission this much older is always the same time older. */
    int lap() {
        return lap;
    }

    int steady() {
        return steady;
    }
}
