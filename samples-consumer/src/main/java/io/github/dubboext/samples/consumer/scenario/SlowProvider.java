package io.github.dubboext.samples.consumer.scenario;

import io.github.dubboext.samples.consumer.client.OrderTarget;
import io.github.dubboext.samples.consumer.load.LoadPlan;
import io.github.dubboext.samples.consumer.load.LoadResult;
import io.github.dubboext.samples.consumer.load.Outcome;
import java.time.Duration;
import java.util.List;

/**
 * Three providers: one takes 200 ms for a call, two take 10 ms. 16 threads call one after the other; {@code actives} is
 * nowhere set.
 *
 * <p>With strategies that do not look, most threads soon wait for the slow one: see the calls in flight. Those that do look
 * send it only as much as they need to know that it is still slow.
 */
final class SlowProvider implements Scenario {
    private static final int FIRST_CALLS = 2000;

    @Override
    public String name() {
        return "slow-provider";
    }

    @Override
    public String story() {
        return "One provider of three is slow: calls pile up on it with round robin; leastrequest and ewma go around it.";
    }

    @Override
    public String baseline() {
        return "leastactive, shortestresponse";
    }

    @Override
    public void play(Stage stage) throws Exception {
        String slow = stage.startProviders("--delay 200ms", "--delay 10ms", "--delay 10ms")
                .get(0)
                .address();
        LoadPlan load = LoadPlan.closedLoop(16, Duration.ZERO, stage.seconds(12));
        LoadPlan first = LoadPlan.closedLoop(16, stage.seconds(6), stage.seconds(12)); // the JVM is cold

        stage.load("roundrobin", stage.consumer("roundrobin"), first);
        LoadResult random = stage.load("random", stage.consumer("random"), load);

        for (String strategy :
                stage.choose(List.of("leastrequest", "ewma"), List.of("leastactive", "shortestresponse"))) {
            var client = stage.consumer(strategy);
            CallLog log = new CallLog(new OrderTarget(client.service()));
            LoadResult result = stage.load(strategy, client, log, load);

            stage.atMost(
                    strategy + ": part of the first 2,000 calls that the slow one gets",
                    100 * CallLog.share(log.first(FIRST_CALLS), slow),
                    8,
                    "%");
            stage.atLeast(
                    strategy + ": calls a second, in those of random",
                    result.callsPerSecond() / random.callsPerSecond(),
                    3,
                    "times");
            stage.exactly(strategy + ": calls that were not answered", result.calls() - result.count(Outcome.OK), 0);
        }
    }
}
