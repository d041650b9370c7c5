package io.github.dubboext.lb.dubbo;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.apache.dubbo.rpc.Invoker;

/**
 * All providers of a service between two changes of the registry's list, before any routing, with the picker's table of
 * each method. Thread-safe.
 */
final class Generation<S> {
    final Invoker<?>[] invokers;
    final List<String> addresses;
    private final ConcurrentMap<String, TableSlot<S>> slots = new ConcurrentHashMap<>();
    private volatile IdentityHashMap<Object, Integer> positions;
    private volatile long seenNanos;
    private boolean observed; // guarded by this
    private long observedNanos; // guarded by this

    Generation(Invoker<?>[] invokers, long nowNanos) {
        this.invokers = invokers;
        List<String> read = new ArrayList<>(invokers.length);
        for (Invoker<?> invoker : invokers) {
            read.add(Weights.address(invoker));
        }
        this.addresses = Collections.unmodifiableList(read);
        this.seenNanos = nowNanos;
    }

    int size() {
        return invokers.length;
    }

    /** Whether this is the origin of {@code list}; notes the time if so. */
    boolean matches(List<?> list, long nowNanos) {
        if (!ListWalk.originIs(list, invokers)) {
            return false;
        }
        if (seenNanos != nowNanos) { // the coarse clock: a shared write a few times a second, not per call
            seenNanos = nowNanos;
        }
        return true;
    }

    /** When a list of this generation was last seen. */
    long seenNanos() {
        return seenNanos;
    }

    /** Whether the caller is to note which providers are there: the first time, then every {@code everyNanos}. */
    synchronized boolean startObservation(long nowNanos, long everyNanos) {
        if (observed && nowNanos - observedNanos < everyNanos) {
            return false;
        }
        observed = true;
        observedNanos = nowNanos;
        return true;
    }

    /** Whether all of {@code others} belong to this generation. */
    boolean containsAll(Invoker<?>[] others) {
        IdentityHashMap<Object, Integer> known = positions();
        for (Invoker<?> other : others) {
            if (!known.containsKey(other)) {
                return false;
            }
        }
        return true;
    }

    /** The members of this generation that are in {@code list}, whatever kind of list that is. O(size of the list). */
    CallLive membersIn(List<?> list) {
        IdentityHashMap<Object, Integer> known = positions();
        LiveBits bits = new LiveBits(size());
        for (Object element : list) {
            Integer position = known.get(element);
            if (position != null) {
                bits.add(position);
            }
        }
        return bits;
    }

    private IdentityHashMap<Object, Integer> positions() {
        IdentityHashMap<Object, Integer> known = positions;
        if (known == null) {
            known = new IdentityHashMap<>(invokers.length * 2);
            for (int i = 0; i < invokers.length; i++) {
                known.put(invokers[i], i);
            }
            positions = known;
        }
        return known;
    }

    /** Where the table of {@code method} is or will be. */
    TableSlot<S> slot(String method) {
        TableSlot<S> slot = slots.get(method);
        return slot != null ? slot : slots.computeIfAbsent(method, name -> new TableSlot<>());
    }

    /** The table of {@code method}, or null if none was built yet. */
    Table<S> table(String method) {
        TableSlot<S> slot = slots.get(method);
        return slot == null ? null : slot.table();
    }

    void forgetMethod(String method) {
        slots.remove(method);
    }
}
