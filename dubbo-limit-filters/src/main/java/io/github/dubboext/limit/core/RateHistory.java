package io.github.dubboext.limit.core;

/**
 * Admissions that may still count, by age: 1 is the newest. No stamp is earlier than the admission it stands for was,
 * on the jar's clock, so whoever honours them is safe. Where a limiter has not kept them all, the rest is the most it
 * could have admitted.
 *
 * <p>One object is what one limiter admitted; {@link #older} is what its predecessors did, however small the limit
 * between was: a change down and up again forgets nothing. Immutable.
 */
public final class RateHistory {

    /** No interval is longer, so what is older than this counts nowhere. */
    public static final long HORIZON_NANOS = 86_400_000_000_000L;

    /** Stamps that all predecessors together keep, 1 MB; what is older counts as made at the newest time among it. */
    private static final int STAMPS_MAX = 2 * StrictWindow.CALLS_MAX;

    private static final int LIMITERS_MAX = 32;

    /** Nothing was admitted yet. */
    public static final RateHistory NONE = new RateHistory(0, 1, 0, 0, age -> 0, null);

    /** From age to stamp; never increasing. */
    interface Stamps {
        long at(int age);
    }

    private final int count;
    private final int lap;
    private final int steady;
    private final int kept;
    private final Stamps stamps;
    private final RateHistory older;
    private final long olderNewestNanos;

    private RateHistory(long count, int lap, long steady, int kept, Stamps stamps, RateHistory older) {
        this.count = saturated(count);
        this.lap = lap;
        this.steady = (int) Math.min(this.count, steady);
        this.kept = kept;
        this.stamps = stamps;
        this.older = older;
        this.olderNewestNanos = older == null ? Long.MIN_VALUE : older.stamp(1);
    }

    private static int saturated(long count) {
        return (int) Math.min(Integer.MAX_VALUE, count);
    }

    /**
     * The past of {@code count} calls under a limit of {@code sorted.length} in any window, of which the last lap,
     * {@code sorted}, is known: of each two calls a limit apart the older is a window older, and no call that was
     * overwritten is newer than the oldest known.
     */
    static RateHistory ofWindow(long[] sorted, long windowNanos, long count) {
        int lap = sorted.length;
        Stamps stamps = age -> {
            long stamp = sorted[lap - 1 - (age - 1) % lap];
            int laps = (age - 1) / lap;
            return laps == 0 ? stamp : Math.min(sorted[0], stamp - windowNanos) - (laps - 1) * windowNanos;
        };
        return new RateHistory(count, lap, lap, lap, stamps, null);
    }

    /** {@code count} calls at one moment. */
    public static RateHistory atOnce(long nanos, int count) {
        return even(count, count, age -> nanos);
    }

    /** {@code count} calls, of which the first {@code atOnce} ages have the same stamp and the others even distances. */
    static RateHistory even(long count, long atOnce, Stamps stamps) {
        return new RateHistory(count, 1, atOnce, 0, stamps, null);
    }

    /** This after {@code past}, without what counts nowhere any more. */
    RateHistory after(RateHistory past, long nowNanos) {
        if (count == 0) {
            return past;
        }
        boolean over = past.count == 0 || nowNanos - past.stamp(1) >= HORIZON_NANOS;
        return over ? this : join(past.within(LIMITERS_MAX, STAMPS_MAX - kept));
    }

    private RateHistory join(RateHistory past) {
        return past == older ? this : new RateHistory(count, lap, steady, kept, stamps, past);
    }

    /** The same in little room, the oldest part later than it was. */
    private RateHistory within(int limiters, int room) {
        if (kept > room || (limiters == 1 && older != null)) {
            return atOnce(stamp(1), saturated(size()));
        }
        return older == null ? this : join(older.within(limiters - 1, room - kept));
    }

    /** The newest {@code most} stamps, those of the predecessors included, or all if there are fewer; newest first. */
    long[] newest(int most) {
        long[] found = new long[(int) Math.min(most, size())];
        int next = 0;
        for (RateHistory part = this; next < found.length; part = part.older) {
            for (int age = 1; age <= part.count && next < found.length; age++) {
                found[next++] = part.stamp(age);
            }
        }
        return found;
    }

    /** How many there are, those of the predecessors included. */
    long size() {
        return older == null ? count : count + older.size();
    }

    /** How many of this limiter. */
    int count() {
        return count;
    }

    /** What was before, or null. */
    RateHistory older() {
        return older;
    }

    /** {@code age} from 1 to {@link #count}; never before the newest of the predecessors. */
    long stamp(int age) {
        return Math.max(stamps.at(age), olderNewestNanos);
    }

    /** Beyond {@link #steady}, an admission this much older is always the same time older. */
    int lap() {
        return lap;
    }

    int steady() {
        return steady;
    }
}
