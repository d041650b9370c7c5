package io.github.dubboext.limit.dubbo;

import java.lang.ref.WeakReference;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.apache.dubbo.rpc.Invoker;

/**
 * One value for each invoker, by identity and without keeping the invoker alive: chains come and go with every pushed
 * rule and every provider. The value must not refer to the invoker.
 *
 * <p>A look-up is an identity hash and a probe, without allocation; adding one copies the table, O(n), and drops the
 * dead. Thread-safe, lock-free.
 */
final class PerInvoker<V> {

    /** Somebody hands us a new invoker for each call: start afresh rather than copy an ever larger table. */
    private static final int ENTRIES_MAX = 1 << 16;

    private static final class Entry<V> extends WeakReference<Invoker<?>> {
        final int hash;
        final V value;

        Entry(Invoker<?> invoker, V value) {
            super(invoker);
            this.hash = System.identityHashCode(invoker);
            this.value = value;
        }
    }

    /** Open addressing, linear probing, at most half full; published tables never change. */
    private static final class Table<V> {
        final Entry<?>[] slots;
        final int live;

        Table(Entry<?>[] slots, int live) {
            this.slots = slots;
            this.live = live;
        }

        // Only Entry<V> ever goes into the slots; an array of a generic type cannot be written down.
        @SuppressWarnings("unchecked")
        V find(Invoker<?> invoker) {
            int mask = slots.length - 1;
            for (int i = System.identityHashCode(invoker) & mask; ; i = (i + 1) & mask) {
                Entry<?> entry = slots[i];
                if (entry == null) {
                    return null;
                }
                if (entry.get() == invoker) {
                    return (V) entry.value;
                }
            }
        }

        Table<V> with(Entry<V> added) {
            int size = 8;
            while (size < (live + 1) * 2) {
                size <<= 1;
            }
            Entry<?>[] next = new Entry<?>[size];
            insert(next, added);
            int count = 1;
            if (live < ENTRIES_MAX) {
                for (Entry<?> entry : slots) {
                    if (entry != null && entry.get() != null) {
                        insert(next, entry);
                        count++;
                    }
                }
            }
            return new Table<>(next, count);
        }

        private static void insert(Entry<?>[] slots, Entry<?> entry) {
            int mask = slots.length - 1;
            int i = entry.hash & mask;
            while (slots[i] != null) {
                i = (i + 1) & mask;
            }
            slots[i] = entry;
        }
    }

    private final AtomicReference<Table<V>> table = new AtomicReference<>(new Table<>(new Entry<?>[8], 0));
    private final Function<Invoker<?>, V> factory;

    /** {@code factory} may run more than once for one invoker when threads meet; one of its values wins. */
    PerInvoker(Function<Invoker<?>, V> factory) {
        this.factory = factory;
    }

    V get(Invoker<?> invoker) {
        V value = table.get().find(invoker);
        return value != null ? value : add(invoker);
    }

    private V add(Invoker<?> invoker) {
        Entry<V> added = new Entry<>(invoker, factory.apply(invoker));
        for (; ; ) {
            Table<V> now = table.get();
            V present = now.find(invoker);
            if (present != null) {
                return present;
            }
            if (table.compareAndSet(now, now.with(added))) {
                return added.value;
            }
        }
    }

    int size() {
        return table.get().live;
    }
}
