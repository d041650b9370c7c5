package io.github.dubboext.lb.dubbo;

import io.github.dubboext.lb.pick.Live;
import io.github.dubboext.lb.pick.Picker;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.ToLongFunction;
import org.apache.dubbo.rpc.Invocation;
import org.apache.dubbo.rpc.Invoker;

/** The picker of one method over one generation, and what it was made from. Thread-safe. */
final class Table<S> {
    final MethodState<S> method;
    final Weights weights;
    private final S settings;
    private final Picker picker;
    private final ToLongFunction<Invocation> keys;
    private final Invoker<?>[] invokers;
    private final CallCount count;
    private final AtomicBoolean refreshing = new AtomicBoolean();
    private volatile long refreshedNanos;

    Table(
            MethodState<S> method,
            S settings,
            Weights weights,
            Picker picker,
            ToLongFunction<Invocation> keys,
            Invoker<?>[] invokers,
            CallCount count,
            long now) {
        this.method = method;
        this.settings = settings;
        this.weights = weights;
        this.picker = picker;
        this.keys = keys;
        this.invokers = invokers;
        this.count = count;
        this.refreshedNanos = now;
    }

    int pick(Invocation invocation, Live live) {
        if (count != null) {
            count.leaveIn(invocation);
        }
        if (keys != null) {
            return picker.pick(keys.applyAsLong(invocation), live);
        }
        Live untried = Tried.without(invocation, invokers, live);
        int index = untried == null ? -1 : picker.pick(0, untried);
        return index >= 0 ? index : picker.pick(0, live);
    }

    boolean madeFrom(S otherSettings, Weights otherWeights) {
        return settings.equals(otherSettings) && weights.equals(otherWeights);
    }

    /** Whether it was last refreshed {@code everyNanos} ago or earlier. */
    boolean refreshDue(long nowNanos, long everyNanos) {
        return nowNanos - refreshedNanos >= everyNanos;
    }

    /** Whether the caller is to refresh: true for one thread, when that is due. */
    boolean startRefresh(long nowNanos, long everyNanos) {
        return refreshDue(nowNanos, everyNanos) && refreshing.compareAndSet(false, true);
    }

    void endRefresh(long nowNanos) {
        refreshedNanos = nowNanos;
        refreshing.set(false);
    }
}
