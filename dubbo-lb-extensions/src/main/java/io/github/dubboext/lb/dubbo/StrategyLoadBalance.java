package io.github.dubboext.lb.dubbo;

import io.github.dubboext.lb.env.Env;
import java.util.List;
import org.apache.dubbo.common.URL;
import org.apache.dubbo.rpc.Invocation;
import org.apache.dubbo.rpc.Invoker;
import org.apache.dubbo.rpc.cluster.LoadBalance;

/** What the doors have in common: a load balance that picks by a {@link StrategyType}. Thread-safe. */
public abstract class StrategyLoadBalance implements LoadBalance {
    private final String name;
    private final Engine<?> engine;

    /** @param name the value of {@code loadbalance} that stands for this */
    protected StrategyLoadBalance(String name, StrategyType<?> type, Env env) {
        Introduction.sayOnce();
        this.name = name;
        this.engine = new Engine<>(type, env);
        LoadBalances.add(this);
    }

    /** One of {@code invokers}; null if there is none. */
    @Override
    public <T> Invoker<T> select(List<Invoker<T>> invokers, URL url, Invocation invocation) {
        if (invokers == null) {
            return null;
        }
        int size = invokers.size();
        if (size > 1) {
            return engine.select(invokers, size, url, invocation);
        }
        return size == 0 ? null : invokers.get(0);
    }

    public final String name() {
        return name;
    }

    Engine<?> engine() {
        return engine;
    }
}
