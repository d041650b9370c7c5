package io.github.dubboext.lb.pick;

/** 64-bit fractions: a {@code long} f, read as unsigned, stands for f / 2^64, in [0, 1). */
final class Fractions {
    private static final long LOW_32 = 0xFFFF_FFFFL;

    private Fractions() {}

    /** floor(fraction * bound) for bounds from 0 to 2^31 - 1. */
    static int scale(long fraction, int bound) {
        return (int) (((fraction >>> 32) * bound + (((fraction & LOW_32) * bound) >>> 32)) >>> 32);
    }

    /** floor(fraction * bound) for bounds from 0 to 2^63 - 1. (Math.multiplyHigh came with Java 9.) */
    static long scale(long fraction, long bound) {
        long fractionHigh = fraction >>> 32;
        long fractionLow = fraction & LOW_32;
        long boundHigh = bound >>> 32;
        long boundLow = bound & LOW_32;
        long middle = fractionHigh * boundLow + ((fractionLow * boundLow) >>> 32);
        long middleLow = (middle & LOW_32) + fractionLow * boundHigh;
        return fractionHigh * boundHigh + (middle >>> 32) + (middleLow >>> 32);
    }

    /** part / whole as a fraction, for 0 <= part < whole; within 2^-52 of it, and 0 only for 0. */
    static long of(long part, long whole) {
        // 2^63 * x fits a long; the last bit is below a double's precision anyway.
        return (long) ((double) part / (double) whole * 0x1p63) << 1;
    }
}
