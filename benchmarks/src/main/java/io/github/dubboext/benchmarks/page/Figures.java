package io.github.dubboext.benchmarks.page;

import java.util.Locale;

/** Numbers as they are meant to be read: with two or three digits that mean something. */
final class Figures {
    private static final double SPREAD_WORTH_TELLING = 0.15;

    /** In the place of a number that would be made of noise. */
    static final String NOISE = "–";

    private Figures() {}

    static String time(double nanos) {
        if (nanos < 999.5) {
            return figure(nanos) + " ns";
        }
        if (nanos < 999_500) {
            return figure(nanos / 1e3) + " µs";
        }
        return nanos < 999_500_000 ? figure(nanos / 1e6) + " ms" : figure(nanos / 1e9) + " s";
    }

    /** With half of the range of the iterations, if that is more than a few percent. */
    static String time(Measured measured) {
        double spread = (measured.high() - measured.low()) / 2 / measured.nanos();
        return time(measured.nanos())
                + (spread > SPREAD_WORTH_TELLING ? String.format(Locale.ROOT, " ±%.0f%%", 100 * spread) : "");
    }

    /** What is added to a base, if that stands out of its noise. */
    static String added(Measured measured, Measured base) {
        return measured.standsOutOf(base) ? time(measured.nanos() - base.nanos()) : NOISE;
    }

    static String bytes(double bytes) {
        return String.format(Locale.ROOT, "%,.0f", bytes);
    }

    static String whole(int number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    static String times(double ratio) {
        return (ratio < 0.995 ? String.format(Locale.ROOT, "%.2f", ratio) : figure(ratio)) + "×";
    }

    /** How many times faster; bold where it is slower, and said where it may be chance. */
    static String verdict(Measured ours, Measured theirs) {
        double ratio = ours.timesFasterThan(theirs);
        if (ours.overlaps(theirs)) {
            return times(ratio) + " (ranges overlap)";
        }
        return ratio < 1 ? "**" + times(ratio) + "**" : times(ratio);
    }

    static String figure(double value) {
        return String.format(Locale.ROOT, value < 9.95 ? "%.1f" : "%,.0f", value);
    }
}
