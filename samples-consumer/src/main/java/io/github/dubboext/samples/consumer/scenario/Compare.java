package io.github.dubboext.samples.consumer.scenario;

import io.github.dubboext.samples.consumer.client.OrderClient;
import io.github.dubboext.samples.consumer.load.LoadPlan;
import io.github.dubboext.samples.consumer.load.LoadResult;
import io.github.dubboext.samples.consumer.load.Outcome;
import io.github.dubboext.samples.consumer.report.StrategyResult;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The same load with any strategies, side by side; what load, which strategies and which providers comes from the command
 * line.
 *
 * <p>Of strategies that do nothing but follow the weights, the shares have to be those promised, where no call was refused or
 * failed and there are answers enough to tell.
 */
public final class Compare implements Scenario {
    public static final String NAME = "compare";
    static final String STORY =
            "The same load with one strategy after the other; shares follow the weights where the strategy does.";

    private static final Set<String> BY_WEIGHT = Set.of("random", "roundrobin", "weightedrandom", "smoothroundrobin");
    private static final int ENOUGH_ANSWERS = 6000;

    private final List<String> strategies;
    private final List<String> providers;
    private final Map<String, Object> reference;
    private final LoadPlan load;

    /**
     * Sets it up.
     *
     * @param providers options of those to start; none where they are there already
     * @param reference values for the placeholders of the consumer's XML
     */
    public Compare(List<String> strategies, List<String> providers, Map<String, Object> reference, LoadPlan load) {
        this.strategies = strategies;
        this.providers = providers;
        this.reference = reference;
        this.load = load;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String story() {
        return STORY;
    }

    @Override
    public String baseline() {
        return "";
    }

    @Override
    public void play(Stage stage) throws Exception {
        if (!providers.isEmpty()) {
            stage.startProviders(providers.toArray(String[]::new));
        }
        Map<String, OrderClient> clients = new LinkedHashMap<>();
        for (String strategy : strategies) {
            clients.put(strategy, stage.consumer(strategy, reference));
        }
        stage.race(clients, load);

        for (StrategyResult result : stage.results()) {
            LoadResult measured = result.load();
            stage.atLeast(result.strategy() + ": calls answered", (double) measured.count(Outcome.OK), 1, "");
            if (BY_WEIGHT.contains(result.strategy())
                    && measured.count(Outcome.OK) == measured.calls()
                    && measured.calls() >= ENOUGH_ANSWERS) {
                stage.atMost(
                        result.strategy() + ": share furthest from what its weight promises",
                        100 * result.furthestFromPromise(),
                        3,
                        "points");
            }
        }
    }
}
