package io.github.dubboext.lb.stats;

import java.util.Set;

/**
 * The {@link ProviderStats} of one service and method, by address. They survive the lists that a provider is missing from,
 * for {@value #ABSENT_MILLIS} ms and as long as calls to it are in flight. Thread-safe; look-ups take no lock.
 */
public final class MethodStats {
    /** A provider that was missing for this long is forgotten. */
    public static final long ABSENT_MILLIS = Listed.ABSENT_MILLIS;

    private final Listed<ProviderStats> providers = new Listed<>();

    /** What is known of {@code address}; something to note it in, if that is nothing. */
    public ProviderStats of(String address, long nowNanos) {
        return providers.getOrAdd(address, () -> new ProviderStats(nowNanos));
    }

    /** What is known of {@code address}, or null if {@link #of} was not asked for it. */
    public ProviderStats get(String address) {
        return providers.get(address);
    }

    /**
     * Forgets who is long gone. O(size).
     *
     * @param listed the addresses in any list of the service
     */
    public void sweep(Set<String> listed, long nowNanos) {
        providers.sweep(listed, nowNanos, stats -> stats.inFlight() > 0);
    }

    /** Providers known. */
    public int size() {
        return providers.size();
    }
}
