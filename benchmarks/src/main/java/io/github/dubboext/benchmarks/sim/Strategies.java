package io.github.dubboext.benchmarks.sim;

import io.github.dubboext.lb.env.Env;
import io.github.dubboext.lb.pick.LeastRequest;
import io.github.dubboext.lb.pick.PeakEwma;
import io.github.dubboext.lb.pick.SmoothRoundRobin;
import io.github.dubboext.lb.pick.Strategy;
import io.github.dubboext.lb.pick.WeightedRandom;
import io.github.dubboext.lb.stats.Decay;
import java.util.function.Function;

/** The shipped strategies by name, with their defaults; {@code ewma:8} is ewma with 8 choices. */
final class Strategies {
    private Strategies() {}

    static Function<Env, Strategy> named(String spec) {
        int colon = spec.indexOf(':');
        String name = colon < 0 ? spec : spec.substring(0, colon);
        int choices = colon < 0 ? 0 : Integer.parseInt(spec.substring(colon + 1));
        return switch (name) {
            case "ewma" ->
                env -> new PeakEwma(choices > 0 ? choices : PeakEwma.DEFAULT_CHOICES, Decay.DEFAULT_MILLIS, env);
            case "leastrequest" -> env -> new LeastRequest(choices > 0 ? choices : LeastRequest.DEFAULT_CHOICES, env);
            case "smoothroundrobin" -> SmoothRoundRobin::new;
            case "weightedrandom" -> WeightedRandom::new;
            default ->
                throw new IllegalArgumentException(
                        "strategy: " + spec
                                + " (expected: ewma, leastrequest, smoothroundrobin or weightedrandom, with :choices if wanted)");
        };
    }
}
