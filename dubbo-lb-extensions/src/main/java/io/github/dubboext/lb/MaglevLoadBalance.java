package io.github.dubboext.lb;

import io.github.dubboext.lb.dubbo.HashStrategyType;
import io.github.dubboext.lb.dubbo.StrategyLoadBalance;
import io.github.dubboext.lb.env.Env;

/** {@code loadbalance="maglev"}: see {@link io.github.dubboext.lb.pick.Maglev}.  */
public final class MaglevLoadBalance extends StrategyLoadBalance {

    public MaglevLoadBalance() {
        this(Env.system());
    }

    MaglevLoadBalance(Env env) {
        super("maglev", HashStrategyType.MAGLEV, env);
    }
}
