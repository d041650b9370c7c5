package io.github.dubboext.samples.consumer.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.dubboext.samples.api.OrderService;
import io.github.dubboext.samples.consumer.client.Failures;
import io.github.dubboext.samples.consumer.client.OrderClient;
import io.github.dubboext.samples.consumer.client.OrderTarget;
import io.github.dubboext.samples.consumer.load.Answer;
import io.github.dubboext.samples.consumer.load.LoadPlan;
import io.github.dubboext.samples.consumer.load.LoadResult;
import io.github.dubboext.samples.consumer.load.Outcome;
import io.github.dubboext.samples.consumer.load.Target;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/** The classic experiment, and shares by weight. */
class LimitAndWeightIT extends EndToEnd {
    private static final int THREADS = 30;

    @Test
    void executesOne_thirtyThreadsFromOneBarrier_neverTwoCallsAtATime() throws Exception {
        OrderClient client = start(List.of("--executes 1 --delay 100ms"), Map.of("retries", 0, "timeout", 10_000));
        OrderService service = client.service();
        Set<String> refusals = ConcurrentHashMap.newKeySet();
        LoadPlan threeRounds = new LoadPlan(THREADS, Duration.ZERO, LONG, 3 * THREADS, 0, true, false);

        LoadResult result = run(threeRounds, notingRefusals(service, refusals));

        assertThat(result.calls()).isEqualTo(3 * THREADS);
        assertThat(result.count(Outcome.OK)).isGreaterThanOrEqualTo(3); // the first of each round finds nobody there
        assertThat(result.count(Outcome.EXECUTES)).isEqualTo(3 * THREADS - result.count(Outcome.OK));
        assertThat(result.count(Outcome.EXECUTES)).isPositive();
        assertThat(refusals)
                .allSatisfy(text -> assertThat(text).contains("<dubbo:service executes=\"1\" />", "getOrderInfo"));
        // Measured where it has to hold.
        assertThat(service.getProviderState().getPeakConcurrency()).isEqualTo(1);
        assertThat(service.getProviderState().getCalls()).isEqualTo(result.count(Outcome.OK));
        assertThat(service.getOrderInfo(4711).getId()).isEqualTo(4711);
    }

    @Test
    void weightedrandom_threeWeights_sharesAsPromised() throws Exception {
        OrderClient client =
                start(List.of("--weight 100", "--weight 200", "--weight 300"), Map.of("loadbalance", "weightedrandom"));
        LoadPlan calls = new LoadPlan(THREADS, Duration.ZERO, LONG, 6000, 0, false, false);

        LoadResult result = run(calls, new OrderTarget(client.service()));

        assertThat(result.count(Outcome.OK)).isEqualTo(6000);
        // Standard deviation of a share: at most sqrt(0.5 * 0.5 / 6000) = 0.65 points; 3 points are 4.6 of them, so a
        // correct strategy fails here about once in 100,000 runs.
        for (int i = 0; i < 3; i++) {
            assertThat(result.shareOf(provider(i))).as(provider(i)).isCloseTo((i + 1) / 6.0, within(0.03));
        }
    }

    private static Target notingRefusals(OrderService service, Set<String> refusals) {
        return new Target() {
            @Override
            public Answer call(long key) {
                try {
                    return new Answer(Outcome.OK, service.getOrderInfo(key).getServedBy());
                } catch (RuntimeException e) {
                    refusals.add(e.toString());
                    return new Answer(Failures.classify(e), "");
                }
            }

            @Override
            public CompletableFuture<Answer> callAsync(long key) {
                throw new UnsupportedOperationException();
            }
        };
    }
}
