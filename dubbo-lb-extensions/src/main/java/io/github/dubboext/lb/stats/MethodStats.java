package io.github.dubboext.lb.stats;

import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * The {@link ProviderStats} of one service and method, by address. They survive the lists that a provider is missing from,
 * for {@value #ABSENT_MILLIS} ms and as long as calls to it are in flight. Thread-safe; look-ups take no lock.
 */
public final class MethodStats {
    /** A provider that was missing for this long is forgotten. */
    public static final long ABSENT_MILLIS = 30_000;

    private static final class Entry {
        final ProviderStats stats;
        boolean missing; // guarded by the MethodStats
        long missingSinceNanos; // guarded by the MethodStats

        Entry(ProviderStats stats) {
            this.stats = stats;
        }
    }

    private final ConcurrentMap<String, Entry> entries = new ConcurrentHashMap<>();

    /** What is known of {@code address}; something to note it in, if that is nothing. */
    public synchronized ProviderStats of(String address, long nowNanos) {
        Entry entry = entries.computeIfAbsent(address, key -> new Entry(new ProviderStats(nowNanos)));
        entry.missing = false;
        return entry.stats;
    }

    /** What is known of {@code address}, or null if {@link #of} was not asked for it. */
    public ProviderStats get(String address) {
        Entry entry = entries.get(address);
        return entry == null ? null : entry.stats;
    }

    /**
     * Forgets who is long gone. O(size).
     *
     * @param listed the addresses in any list of the service
     */
    public synchronized void sweep(Set<String> listed, long nowNanos) {
        for (Iterator<Map.Entry<String, Entry>> each = entries.entrySet().iterator(); each.hasNext(); ) {
            Map.Entry<String, Entry> next = each.next();
            Entry entry = next.getValue();
            if (listed.contains(next.getKey())) {
                entry.missing = false;
            } else if (!entry.missing) {
                entry.missing = true;
                entry.missingSinceNanos = nowNanos;
            } else if (nowNanos - entry.missingSinceNanos >= ABSENT_MILLIS * 1_000_000 && entry.stats.inFlight() == 0) {
                each.remove();
            }
        }
    }

    /** Providers known. */
    public int size() {
        return entries.size();
    }
}
