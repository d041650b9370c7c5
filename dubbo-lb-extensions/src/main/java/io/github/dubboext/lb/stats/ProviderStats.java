package io.github.dubboext.lb.stats;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/**
 * Numbers of one provider, service and method, as seen by this consumer. Thread-safe, lock-free.
 */
public final class ProviderStats {
    private static final AtomicIntegerFieldUpdater<ProviderStats> IN_FLIGHT =
            AtomicIntegerFieldUpdater.newUpdater(ProviderStats.class, "inFlight");

    private volatile int inFlight;

    /** Calls begun and not yet ended. */
    public int inFlight() {
        return inFlight;
    }

    public void begin() {
        IN_FLIGHT.incrementAndGet(this);
    }

    public void end() {
        IN_FLIGHT.decrementAndGet(this);
    }
}
