package io.github.dubboext.lb;

import io.github.dubboext.lb.dubbo.Parameters;
import io.github.dubboext.lb.dubbo.StrategyLoadBalance;
import io.github.dubboext.lb.dubbo.StrategyType;
import io.github.dubboext.lb.env.Env;
import io.github.dubboext.lb.pick.PeakEwma;
import io.github.dubboext.lb.pick.Strategy;
import io.github.dubboext.lb.stats.Decay;
import java.util.Arrays;
import java.util.List;

/**
 * {@code loadbalance="ewma"}: see {@link PeakEwma}. Takes the place of {@code shortestresponse} and {@code adaptive}.
 *
 * <p>{@code ewma.choices}, 1 to 8: how many providers are compared at each call; 4 by default. {@code ewma.decay}, in
 * milliseconds: how fast a latency is forgotten; 10,000 by default.
 */
public final class EwmaLoadBalance extends StrategyLoadBalance {

    public EwmaLoadBalance() {
        this(Env.system());
    }

    EwmaLoadBalance(Env env) {
        super("ewma", new Type(), env);
    }

    private static final class Type implements StrategyType<List<Integer>> {
        private static final int MOST_DECAY_MILLIS = 3_600_000;

        @Override
        public List<Integer> read(Parameters parameters) {
            return Arrays.asList(
                    parameters.integer("ewma.choices", PeakEwma.DEFAULT_CHOICES, 1, PeakEwma.MAX_CHOICES),
                    parameters.integer("ewma.decay", (int) Decay.DEFAULT_MILLIS, 1, MOST_DECAY_MILLIS));
        }

        @Override
        public Strategy create(List<Integer> settings, Env env) {
            return new PeakEwma(settings.get(0), settings.get(1), env);
        }
    }
}
