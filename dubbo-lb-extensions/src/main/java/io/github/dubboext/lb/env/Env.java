package io.github.dubboext.lb.env;

import java.util.function.BooleanSupplier;

/**
 * Time and randomness of this jar. Nothing else in it reads a clock or draws a number, so that a test or a simulation
 * scripts both in one place.
 *
 * <p>Thread-safe.
 */
public interface Env {

    /** How far {@link #coarseNanoTime()} may lag behind: 0.2 s. */
    long COARSE_STEP_NANOS = 200_000_000L;

    /** The machine's clocks and {@link java.util.concurrent.ThreadLocalRandom}. */
    static Env system() {
        return SystemEnv.INSTANCE;
    }

    /** Monotonic nanoseconds, exact; costs a clock read (20 to 80 ns). Compare by difference only. */
    long nanoTime();

    /**
     * The same clock, up to {@link #COARSE_STEP_NANOS} behind, at the cost of a volatile read: for what may be late, as
     * "is it time to look at the weights again".
     */
    long coarseNanoTime();

    /** Wall clock, milliseconds since 1970: only to be compared with the start time that a provider publishes. */
    long wallMillis();

    /** 64 uniformly distributed bits. */
    long nextLong();

    /** Uniform in [0, bound); {@code bound} from 1 up. One draw; the bias is below bound / 2^32. */
    default int nextInt(int bound) {
        return (int) (((nextLong() >>> 32) * bound) >>> 32);
    }

    /**
     * Calls {@code sweep} about every 10 s until it returns false, which says that nothing is left to tidy up. The owner
     * keeps {@code sweep} reachable: here it is held weakly. A scripted environment leaves the calls to its test.
     */
    default void housekeep(BooleanSupplier sweep) {}
}
