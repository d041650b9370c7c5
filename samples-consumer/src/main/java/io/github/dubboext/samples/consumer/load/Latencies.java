package io.github.dubboext.samples.consumer.load;

import org.HdrHistogram.Histogram;

/** The latencies of a run in milliseconds, exact to 3 digits. Immutable. */
public final class Latencies {
    private static final double NANOS_PER_MILLI = 1e6;

    private final Histogram nanos;

    /** Copies. */
    Latencies(Histogram nanos) {
        this.nanos = nanos.copy();
    }

    Latencies plus(Latencies other) {
        Histogram sum = nanos.copy();
        sum.add(other.nanos);
        return new Latencies(sum);
    }

    public long count() {
        return nanos.getTotalCount();
    }

    public double meanMillis() {
        return nanos.getTotalCount() == 0 ? 0 : nanos.getMean() / NANOS_PER_MILLI;
    }

    public double maxMillis() {
        return nanos.getMaxValue() / NANOS_PER_MILLI;
    }

    /** The latency that {@code percentile} (0 to 100) of the calls did not exceed; 0 without calls. */
    public double millisAt(double percentile) {
        return nanos.getTotalCount() == 0 ? 0 : nanos.getValueAtPercentile(percentile) / NANOS_PER_MILLI;
    }
}
