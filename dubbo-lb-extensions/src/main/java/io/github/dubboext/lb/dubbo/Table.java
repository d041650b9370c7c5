package io.github.dubboext.lb.dubbo;

import io.github.dubboext.lb.pick.Live;
import io.github.dubboext.lb.pick.Picker;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.ToLongFunction;
import org.apache.dubbo.rpc.Invocation;

/** The picker of one method over one generation, and what it was made from. Thread-safe. */
final class Table<S> {
    final MethodState<S> method;
    final Weights weights;
    private final S settings;
    private final Picker picker;
    private final ToLongFunction<Invocation> keys;
    private final AtomicBoolean refreshing = new AtomicBoolean();
    private volatile long refreshedNanos;

    Table(
            MethodState<S> method,
            S settings,
            Weights weights,
            Picker picker,
            ToLongFunction<Invocation> keys,
            long now) {
        this.method = method;
        this.settings = settings;
        this.weights = weights;
        this.picker = picker;
        this.keys = keys;
        this.refreshedNanos = now;
    }

    int pick(Invocation invocation, Live live) {
        return picker.pick(keys == null ? 0 : keys.applyAsLong(invocation), live);
    }

    boolean madeFrom(S otherSettings, Weights otherWeights) {
        return settings.equals(otherSettings) && weights.equals(otherWeights);
    }

    /** Whether the caller is to refresh: true for one thread, when {@code everyNanos} have passed. */
    boolean startRefresh(long nowNanos, long everyNanos) {
        return nowNanos - refreshedNanos >= everyNanos && refreshing.compareAndSet(false, true);
    }

    void endRefresh(long nowNanos) {
        refreshedNanos = nowNanos;
        refreshing.set(false);
    }
}
