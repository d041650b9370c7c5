package io.github.dubboext.lb.env;

/**
 * Time and randomness of this jar. Nothing else in it reads a clock or draws a number, so that a test or a simulation
 * scripts both in one place.
 *
 * <p>Thread-safe.
 */
public interface Env {

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

    /** How far {@link #coarseNanoTime()} may lag behind: 0.2 s. */
    long COARSE_STEP_NANOS = 200_000_000L;

    /** Uniform in [0, bound); {@code bound} from 1 up. One draw; the bias is below bound / 2^32. */
    default int nextInt(int bound) {
        return (int) (((nextLong() >>> 32) * bound) >>> 32);
    }
}
