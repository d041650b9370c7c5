package io.github.dubboext.lb;

import io.github.dubboext.lb.dubbo.Parameters;
import io.github.dubboext.lb.dubbo.StrategyLoadBalance;
import io.github.dubboext.lb.dubbo.StrategyType;
import io.github.dubboext.lb.env.Env;
import io.github.dubboext.lb.pick.LeastRequest;
import io.github.dubboext.lb.pick.Strategy;

/**
 * {@code loadbalance="leastrequest"}: see {@link LeastRequest}. Takes the place of {@code leastactive}; counts by itself.
 *
 * <p>{@code leastrequest.choices}, 1 to 8: how many providers are compared at each call; 4 by default.
 */
public final class LeastRequestLoadBalance extends StrategyLoadBalance {

    public LeastRequestLoadBalance() {
        this(Env.system());
    }

    LeastRequestLoadBalance(Env env) {
        super("leastrequest", new Type(), env);
    }

    private static final class Type implements StrategyType<Integer> {
        @Override
        public Integer read(Parameters parameters) {
            return parameters.integer(
                    "leastrequest.choices", LeastRequest.DEFAULT_CHOICES, 1, LeastRequest.MAX_CHOICES);
        }

        @Override
        public Strategy create(Integer choices, Env env) {
            return new LeastRequest(choices, env);
        }
    }
}
