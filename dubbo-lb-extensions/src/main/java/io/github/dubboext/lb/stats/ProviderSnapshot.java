package io.github.dubboext.lb.stats;

import java.util.Locale;

/** What one method of one service knows of one provider, at one moment. Immutable. */
public final class ProviderSnapshot {
    /** Of {@link #inFlight}: the strategy does not look at calls, so nobody counts them. */
    public static final int NOT_COUNTED = -1;

    private final String address;
    private final long weight;
    private final long effectiveWeight;
    private final int inFlight;
    private final double ewmaNanos;
    private final long picks;
    private final long picksLastMinute;
    private final String why;

    public ProviderSnapshot(
            String address,
            long weight,
            long effectiveWeight,
            int inFlight,
            double ewmaNanos,
            long picks,
            long picksLastMinute,
            String why) {
        this.address = address;
        this.weight = weight;
        this.effectiveWeight = effectiveWeight;
        this.inFlight = inFlight;
        this.ewmaNanos = ewmaNanos;
        this.picks = picks;
        this.picksLastMinute = picksLastMinute;
        this.why = why;
    }

    /** {@code host:port}. */
    public String address() {
        return address;
    }

    /** As configured. */
    public long weight() {
        return weight;
    }

    /** As it counts now, after warm-up. */
    public long effectiveWeight() {
        return effectiveWeight;
    }

    /** Calls in flight to it from here; {@link #NOT_COUNTED} if the strategy does not look at calls. */
    public int inFlight() {
        return inFlight;
    }

    public boolean isCounted() {
        return inFlight != NOT_COUNTED;
    }

    /** The latency to expect, in nanoseconds; 0 if nothing is known. */
    public double ewmaNanos() {
        return ewmaNanos;
    }

    public long picks() {
        return picks;
    }

    public long picksLastMinute() {
        return picksLastMinute;
    }

    /** Why it gets what it gets, in a few words; may be empty. */
    public String why() {
        return why;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(address).append(" weight ").append(effectiveWeight);
        if (effectiveWeight != weight) {
            text.append(" of ").append(weight);
        }
        if (isCounted()) {
            text.append(", in flight ").append(inFlight);
            if (ewmaNanos > 0) {
                text.append(String.format(Locale.ROOT, ", ewma %.2f ms", ewmaNanos / 1e6));
            }
        }
        return why.isEmpty() ? text.toString() : text.append(", ").append(why).toString();
    }
}
