package io.github.dubboext.lb.stats;

import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Something for each provider of one service and method, by address. It survives the lists that a provider is missing
 * from, for {@value #ABSENT_MILLIS} ms. Thread-safe; look-ups of what is there take no lock.
 */
final class Listed<V> {
    /** A provider that was missing for this long is forgotten. */
    static final long ABSENT_MILLIS = 30_000;

    private static final class Entry<V> {
        final V value;
        volatile boolean missing; // written by holders of the Listed
        long missingSinceNanos; // guarded by the Listed

        Entry(V value) {
            this.value = value;
        }
    }

    private final ConcurrentMap<String, Entry<V>> entries = new ConcurrentHashMap<>();

    V getOrAdd(String address, Supplier<V> added) {
        Entry<V> entry = entries.get(address);
        return entry != null && !entry.missing ? entry.value : add(address, added);
    }

    private synchronized V add(String address, Supplier<V> added) {
        Entry<V> entry = entries.computeIfAbsent(address, key -> new Entry<>(added.get()));
        entry.missing = false;
        return entry.value;
    }

    /** Null if there is none. */
    V get(String address) {
        Entry<V> entry = entries.get(address);
        return entry == null ? null : entry.value;
    }

    /**
     * Forgets who is long gone. O(size).
     *
     * @param listed the addresses in any list of the service
     * @param stays what is kept all the same
     */
    synchronized void sweep(Set<String> listed, long nowNanos, Predicate<V> stays) {
        for (Iterator<Map.Entry<String, Entry<V>>> each = entries.entrySet().iterator(); each.hasNext(); ) {
            Map.Entry<String, Entry<V>> next = each.next();
            Entry<V> entry = next.getValue();
            if (listed.contains(next.getKey())) {
                entry.missing = false;
            } else if (!entry.missing) {
                entry.missing = true;
                entry.missingSinceNanos = nowNanos;
            } else if (nowNanos - entry.missingSinceNanos >= ABSENT_MILLIS * 1_000_000 && !stays.test(entry.value)) {
                each.remove();
            }
        }
    }

    void forEach(BiConsumer<String, V> action) {
        entries.forEach((address, entry) -> action.accept(address, entry.value));
    }

    int size() {
        return entries.size();
    }
}
