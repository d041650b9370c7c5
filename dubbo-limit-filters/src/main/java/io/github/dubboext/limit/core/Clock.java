package io.github.dubboext.limit.core;

/**
 * Time of this jar. Nothing else in it reads a clock, so that a test scripts time in one place.
 *
 * <p>Thread-safe.
 */
public interface Clock {

    /** Monotonic nanoseconds; compare by difference only. Steps of the wall clock do not show. */
    long nanoTime();

    /** Milliseconds since 1970: for people to read, never to compute with. */
    default long wallMillis() {
        return System.currentTimeMillis();
    }

    /** The clock of this machine. */
    Clock SYSTEM = System::nanoTime;
}
