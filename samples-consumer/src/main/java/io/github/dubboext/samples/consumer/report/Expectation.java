package io.github.dubboext.samples.consumer.report;

import java.util.Locale;

/**
 * One thing that a scenario promises, and what it measured.
 *
 * @param what is measured
 * @param unit of both numbers, such as {@code ms}; may be empty
 */
public record Expectation(String what, double measured, Bound bound, double limit, String unit) {

    /** On which side of the limit the measured value has to be. */
    public enum Bound {
        AT_MOST("at most"),
        AT_LEAST("at least"),
        EXACTLY("exactly");

        private final String words;

        Bound(String words) {
            this.words = words;
        }
    }

    /** Never with a value that is no number: nothing was measured. */
    public boolean met() {
        return switch (bound) {
            case AT_MOST -> measured <= limit;
            case AT_LEAST -> measured >= limit;
            case EXACTLY -> measured == limit;
        };
    }

    public String verdict() {
        return met() ? "PASS" : "FAIL";
    }

    public String measuredText() {
        return text(measured);
    }

    public String limitText() {
        return bound.words + " " + text(limit);
    }

    private String text(double value) {
        String number = Double.isNaN(value)
                ? "nothing measured"
                : value == Math.rint(value)
                        ? String.format(Locale.ROOT, "%,.0f", value)
                        : String.format(Locale.ROOT, "%,.2f", value);
        return unit.isEmpty() ? number : number + " " + unit;
    }
}
