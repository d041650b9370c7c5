package io.github.dubboext.lb;

import io.github.dubboext.lb.dubbo.HashStrategyType;
import io.github.dubboext.lb.dubbo.StrategyLoadBalance;
import io.github.dubboext.lb.env.Env;

/** {@code loadbalance="ringhash"}: see {@link io.github.dubboext.lb.pick.RingHash}. Takes the place of {@code consistenthash}. */
public final class RingHashLoadBalance extends StrategyLoadBalance {

    public RingHashLoadBalance() {
        this(Env.system());
    }

    RingHashLoadBalance(Env env) {
        super("ringhash", HashStrategyType.RING, env);
    }
}
