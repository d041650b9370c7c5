package io.github.dubboext.samples.consumer.scenario;

import io.github.dubboext.samples.consumer.client.OrderClient;
import io.github.dubboext.samples.consumer.client.OrderTarget;
import io.github.dubboext.samples.consumer.lab.ProviderProcess;
import io.github.dubboext.samples.consumer.lab.Rules;
import io.github.dubboext.samples.consumer.load.LoadPlan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Three equal providers; then an administrator writes other weights into ZooKeeper, as Dubbo Admin does, while calls go on.
 * 5 s later the shares have to be those of the new weights.
 *
 * <p>First one is turned down to a tenth. Then the weights are the memory of the machines in bytes: large numbers, which are
 * as good as small ones. Then one is drained.
 *
 * <p>One consumer plays all strategies, which come by rule like the weights: Dubbo 3.3.6 tells changes of a rule to the first
 * consumer of a JVM, and to no later one.
 */
final class Weights implements Scenario {
    private static final long SETTLE_SECONDS = 5;
    private static final long LOOK_SECONDS = 5;

    private record Step(String title, List<Long> weights) {

        /** The weight of each provider, as consumers are to see it; whatever it announced itself. */
        Rules.Config[] rule(List<ProviderProcess> providers, String strategy) {
            List<Rules.Config> configs = new ArrayList<>();
            configs.add(Rules.Config.consumers(Map.of("loadbalance", strategy)));
            for (int i = 0; i < weights.size(); i++) {
                configs.add(Rules.Config.consumersOf(providers.get(i).address(), Map.of("weight", weights.get(i))));
            }
            return configs.toArray(new Rules.Config[0]);
        }
    }

    private static final List<Step> STEPS = List.of(
            new Step("one turned down to a tenth", List.of(10L, 100L, 100L)),
            new Step("bytes of memory", List.of(500_000_000L, 1_000_000_000L, 2_000_000_000L)),
            new Step("one drained", List.of(0L, 100L, 100L)));

    @Override
    public String name() {
        return "weights";
    }

    @Override
    public String story() {
        return "Weights are changed in ZooKeeper while calls go on: 5 s later the shares follow.";
    }

    @Override
    public String baseline() {
        return "random, roundrobin";
    }

    @Override
    public void play(Stage stage) throws Exception {
        List<ProviderProcess> providers = stage.startProviders("--delay 2ms", "--delay 2ms", "--delay 2ms");
        // 3,000 answers in 5 s: a share is then known to 0.9 points (one standard deviation, at random).
        LoadPlan load = LoadPlan.arrivals(600, 32, Duration.ofSeconds(2), Duration.ofMinutes(5));
        List<String> strategies =
                stage.choose(List.of("weightedrandom", "smoothroundrobin"), List.of("random", "roundrobin"));
        OrderClient client = stage.consumer(strategies.get(0));
        try (Rules rules = Rules.of(stage.registry())) {
            for (String strategy : strategies) {
                CallLog log = new CallLog(new OrderTarget(client.service()));
                stage.loadDuring(strategy, log, load, () -> {
                    for (Step step : STEPS) {
                        rules.ofService(step.rule(providers, strategy));
                        TimeUnit.SECONDS.sleep(SETTLE_SECONDS);
                        long from = System.nanoTime();
                        TimeUnit.SECONDS.sleep(LOOK_SECONDS);
                        stage.atMost(
                                strategy + ", " + step.title() + ": share furthest from what is promised",
                                100 * furthest(log, providers, step, from),
                                3,
                                "points");
                    }
                });
            }
        }
    }

    private static double furthest(CallLog log, List<ProviderProcess> providers, Step step, long from) {
        List<CallLog.Call> calls = log.endedBetween(from, System.nanoTime());
        long sum = step.weights().stream().mapToLong(Long::longValue).sum();
        double furthest = 0;
        for (int i = 0; i < providers.size(); i++) {
            double promised = (double) step.weights().get(i) / sum;
            furthest = Math.max(
                    furthest, Math.abs(CallLog.share(calls, providers.get(i).address()) - promised));
        }
        return furthest;
    }
}
