package io.github.dubboext.lb;

import io.github.dubboext.lb.dubbo.StrategyLoadBalance;
import io.github.dubboext.lb.dubbo.StrategyType;
import io.github.dubboext.lb.env.Env;
import io.github.dubboext.lb.pick.WeightedRandom;

/** {@code loadbalance="weightedrandom"}: see {@link WeightedRandom}. Takes the place of {@code random}. */
public final class WeightedRandomLoadBalance extends StrategyLoadBalance {

    public WeightedRandomLoadBalance() {
        this(Env.system());
    }

    WeightedRandomLoadBalance(Env env) {
        super("weightedrandom", StrategyType.of(WeightedRandom::new), env);
    }
}
