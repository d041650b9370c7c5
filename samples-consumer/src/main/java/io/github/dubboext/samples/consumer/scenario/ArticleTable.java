package io.github.dubboext.samples.consumer.scenario;

import io.github.dubboext.samples.consumer.client.OrderClient;
import io.github.dubboext.samples.consumer.load.LoadPlan;
import io.github.dubboext.samples.consumer.load.Outcome;
import io.github.dubboext.samples.consumer.report.StrategyResult;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The table of every article about Dubbo: calls a second, mean and p95 of four strategies on four nodes; measured here, with
 * this pack's beside them. Three nodes take 10 ms for a call, one takes 40.
 */
final class ArticleTable implements Scenario {
    private static final List<String> STRATEGIES = List.of(
            "random",
            "roundrobin",
            "leastactive",
            "consistenthash",
            "weightedrandom",
            "smoothroundrobin",
            "leastrequest",
            "ewma",
            "ringhash",
            "maglev");

    @Override
    public String name() {
        return "table";
    }

    @Override
    public String story() {
        return "Calls a second, mean and p95 of Dubbo's strategies on four nodes, one of them slower; and of this pack's.";
    }

    @Override
    public String baseline() {
        return "";
    }

    @Override
    public void play(Stage stage) throws Exception {
        stage.startProviders("--delay 10ms", "--delay 10ms", "--delay 10ms", "--delay 40ms");
        Map<String, OrderClient> clients = new LinkedHashMap<>();
        for (String strategy : STRATEGIES) {
            clients.put(strategy, stage.consumer(strategy));
        }
        stage.race(clients, LoadPlan.closedLoop(30, stage.seconds(6), stage.seconds(10)));
        for (StrategyResult result : stage.results()) {
            stage.exactly(
                    result.strategy() + ": calls refused or failed",
                    result.load().calls() - result.load().count(Outcome.OK),
                    0);
        }
    }
}
