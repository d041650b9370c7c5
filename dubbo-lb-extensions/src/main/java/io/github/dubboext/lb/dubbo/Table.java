package io.github.dubboext.lb.dubbo;

import io.github.dubboext.lb.pick.Picker;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToLongFunction;
import org.apache.dubbo.rpc.Invocation;
import org.apache.dubbo.rpc.Invoker;

/** The picker of one method over one generation, and what it was made from. Thread-safe. */
final class Table<S> {
    final MethodState<S> method;
    final Weights weights;
    final Picker picker;
    private final S settings;
    private final ToLongFunction<Invocation> keys;
    private final Invoker<?>[] invokers;
    private final CallCount count;
    private final List<String> addresses;
    /** Each is looked up at its first pick: of a made-up method, most providers are never asked. Racy, for it is one object. */
    private final LongAdder[] picks;

    private final AtomicBoolean refreshing = new AtomicBoolean();
    private volatile long refreshedNanos;
    private volatile Explanation explanation; // null unless somebody wants one

    Table(
            MethodState<S> method,
            S settings,
            Weights weights,
            Picker picker,
            ToLongFunction<Invocation> keys,
            Generation<S> generation,
            CallCount count,
            long now) {
        this.method = method;
        this.settings = settings;
        this.weights = weights;
        this.picker = picker;
        this.keys = keys;
        this.invokers = generation.invokers;
        this.count = count;
        this.addresses = generation.addresses;
        this.picks = new LongAdder[invokers.length];
        method.picks.rebuild();
        this.refreshedNanos = now;
    }

    /** Chooses for a call; it goes there with {@link #take}. */
    int pick(Invocation invocation, CallLive live) {
        if (count != null) {
            count.leaveIn(invocation);
        }
        Explanation wanted = explanation;
        return wanted == null ? draw(invocation, live) : wanted.explain(this, invocation, live);
    }

    int draw(Invocation invocation, CallLive live) {
        CallLive asked = live;
        int index = -1;
        if (keys != null) {
            index = picker.pick(key(invocation), live);
        } else {
            Tried untried = Tried.without(invocation, invokers, live);
            if (untried != null) {
                asked = untried;
                index = picker.pick(0, untried);
            }
            if (index < 0) {
                index = picker.pick(0, live);
            }
        }
        if (asked != null && asked.missed()) {
            method.picks.redraw();
        }
        return index;
    }

    /** The hash of the key of a call; 0 if this strategy looks at none. */
    long key(Invocation invocation) {
        return keys == null ? 0 : keys.applyAsLong(invocation);
    }

    Invoker<?> invoker(int index) {
        return invokers[index];
    }

    /** The invoker at {@code index}, to which a call goes now. */
    Invoker<?> take(int index) {
        LongAdder counter = picks[index];
        if (counter == null) {
            counter = method.picks.of(addresses.get(index));
            picks[index] = counter;
        }
        counter.increment();
        return invokers[index];
    }

    /** Looks whether the picks of {@code methodName} are to be explained: the level of a logger may change at any time. */
    void explainIfWanted(String methodName) {
        explanation = Explanation.ifWanted(Weights.url(invokers[0]).getServiceInterface(), methodName);
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
