package io.github.dubboext.limit.dubbo;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;

/**
 * One value per key for as long as anybody holds it: an idle limiter disappears with the last chain and call that use
 * it, and can therefore never exist twice. Thread-safe; dead entries go when something is added.
 */
final class WeakTable<K, V> {

    private static final class Ref<K, V> extends WeakReference<V> {
        final K key;

        Ref(K key, V value, ReferenceQueue<V> queue) {
            super(value, queue);
            this.key = key;
        }
    }

    private final ConcurrentMap<K, Ref<K, V>> refs = new ConcurrentHashMap<>();
    private final ReferenceQueue<V> dead = new ReferenceQueue<>();

    V get(K key) {
        Ref<K, V> ref = refs.get(key);
        return ref == null ? null : ref.get();
    }

    V getOrAdd(K key, Supplier<V> factory) {
        V present = get(key);
        if (present != null) {
            return present;
        }
        purge();
        V added = factory.get();
        Ref<K, V> ref = new Ref<>(key, added, dead);
        for (; ; ) {
            Ref<K, V> old = refs.putIfAbsent(key, ref);
            if (old == null) {
                return added;
            }
            V value = old.get();
            if (value != null) {
                return value;
            }
            refs.remove(key, old);
        }
    }

    private void purge() {
        Object ref;
        while ((ref = dead.poll()) != null) {
            Ref<?, ?> gone = (Ref<?, ?>) ref;
            refs.remove(gone.key, gone);
        }
    }

    List<V> values() {
        List<V> values = new ArrayList<>();
        for (Ref<K, V> ref : refs.values()) {
            V value = ref.get();
            if (value != null) {
                values.add(value);
            }
        }
        return values;
    }
}
