package io.github.dubboext.lb.dubbo;

import io.github.dubboext.lb.env.Env;
import io.github.dubboext.lb.pick.Strategy;

/** What outlives a list for one service and method: the strategy, as long as its settings stay the same. Thread-safe. */
final class MethodState<S> {
    private final StrategyType<S> type;
    private final Env env;
    private S settings;
    private Strategy strategy;
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

    void use(long nowNanos) {
        if (usedNanos != nowNanos) {
            usedNanos = nowNanos;
        }
    }

    long usedNanos() {
        return usedNanos;
    }
}
