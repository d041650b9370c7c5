package io.github.dubboext.samples.consumer.scenario;

import io.github.dubboext.samples.consumer.load.LoadPlan;
import io.github.dubboext.samples.consumer.load.LoadResult;
import io.github.dubboext.samples.consumer.load.Outcome;
import java.time.Duration;
import java.util.List;

/**
 * Three providers: one throws an undeclared exception from every call at once, two take 10 ms and answer. 16 threads, no
 * retries.
 *
 * <p>Who fails fast looks fast, and is never busy: a strategy that does not count failures sends it ever more.
 */
final class SickProvider implements Scenario {
    @Override
    public String name() {
        return "sick-provider";
    }

    @Override
    public String story() {
        return "One provider of three fails every call at once: with leastrequest and ewma it gets next to none.";
    }

    @Override
    public String baseline() {
        return "leastactive, shortestresponse";
    }

    @Override
    public void play(Stage stage) throws Exception {
        stage.startProviders("--delay 0ms --fail 1", "--delay 10ms", "--delay 10ms");
        // What counts begins after the first second.
        LoadPlan load = LoadPlan.closedLoop(16, Duration.ofSeconds(1), stage.seconds(12));

        stage.load("random", stage.consumer("random"), load);

        for (String strategy :
                stage.choose(List.of("leastrequest", "ewma"), List.of("leastactive", "shortestresponse"))) {
            LoadResult result = stage.load(strategy, stage.consumer(strategy), load);

            stage.atMost(
                    strategy + ": calls that fail after the first second",
                    100.0 * result.count(Outcome.Group.FAILED) / result.calls(),
                    2,
                    "%");
        }
    }
}
