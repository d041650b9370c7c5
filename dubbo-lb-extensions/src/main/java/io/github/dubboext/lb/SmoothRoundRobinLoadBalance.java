package io.github.dubboext.lb;

import io.github.dubboext.lb.dubbo.StrategyLoadBalance;
import io.github.dubboext.lb.dubbo.StrategyType;
import io.github.dubboext.lb.env.Env;
import io.github.dubboext.lb.pick.SmoothRoundRobin;

/** {@code loadbalance="smoothroundrobin"}: see {@link SmoothRoundRobin}. Takes the place of {@code roundrobin}. */
public final class SmoothRoundRobinLoadBalance extends StrategyLoadBalance {

    public SmoothRoundRobinLoadBalance() {
        this(Env.system());
    }

    SmoothRoundRobinLoadBalance(Env env) {
        super("smoothroundrobin", StrategyType.of(SmoothRoundRobin::new), env);
    }
}
