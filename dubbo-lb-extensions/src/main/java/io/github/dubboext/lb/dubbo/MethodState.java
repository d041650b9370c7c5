package io.github.dubboext.lb.dubbo;

import io.github.dubboext.lb.env.Env;
import io.github.dubboext.lb.pick.Strategy;
import io.github.dubboext.lb.stats.MethodPicks;
import io.github.dubboext.lb.stats.MethodStats;
import io.github.dubboext.lb.stats.ProviderStats;
import java.util.Set;

/**
 * What outlives a list for one service and method: the strategy, as long as its settings stay the same, and what the calls
 * have shown, if the strategy asks for that. Thread-safe.
 */
final class MethodState<S> {
    final MethodPicks picks = new MethodPicks();
    private final StrategyType<S> type;
    private final Env env;
    private S settings;
    private Strategy strategy;
    private volatile MethodStats stats; // null until it is asked for
    private volatile long usedNanos;

    MethodState(StrategyType<S> type, Env env, long nowNanos) {
        this.type = type;
        this.env = env;
        this.usedNanos = nowNanos;
    }

    synchronized Strategy strategy(S wanted) {
        if (!wanted.equals(settings)) {
            settings = wanted;
            strategy = type.create(wanted, env);
        }
        return strategy;
    }

    ProviderStats stats(String address) {
        MethodStats known = stats;
        return (known != null ? known : startStats()).of(address, env.nanoTime());
    }

    private synchronized MethodStats startStats() {
        if (stats == null) {
            stats = new MethodStats();
        }
        return stats;
    }

    Env env() {
        return env;
    }

    /** The class of the strategy. */
    synchronized String strategyName() {
        return strategy == null ? "" : strategy.getClass().getSimpleName();
    }

    /** Null if nobody looks at calls. */
    MethodStats stats() {
        return stats;
    }

    void sweep(Set<String> listed, long nowNanos) {
        picks.sweep(listed, nowNanos);
        MethodStats known = stats;
        if (known != null) {
            known.sweep(listed, nowNanos);
        }
    }

    /** Entries held. */
    int size() {
        MethodStats known = stats;
        return 1 + picks.size() + (known == null ? 0 : known.size());
    }

    void use(long nowNanos) {
        if (usedNanos != nowNanos) {
            usedNanos = nowNanos;
        }
    }

    long usedNanos() {
        return usedNanos;
    }
}
