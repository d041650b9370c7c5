package io.github.dubboext.samples.consumer.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dubboext.samples.consumer.client.OrderClient;
import io.github.dubboext.samples.consumer.client.OrderTarget;
import io.github.dubboext.samples.consumer.load.LoadPlan;
import io.github.dubboext.samples.consumer.load.LoadResult;
import io.github.dubboext.samples.consumer.load.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One provider of three is slow, or answers at once with an exception; {@code actives} is nowhere set. */
class SlowOrSickProviderIT extends EndToEnd {
    private static final int THREADS = 16;
    private static final int CALLS = 2_000;
    private static final int RANDOM_CALLS = 400; // enough for its rate; it takes 70 ms a call
    private static final List<String> ONE_SLOW = List.of("--delay 200ms", "--delay 10ms", "--delay 10ms");

    @ParameterizedTest
    @ValueSource(strings = {"leastrequest", "ewma"})
    void oneSlowProvider_getsFewCalls_andTheRunIsThreeTimesAsFastAsRandom(String loadbalance) throws Exception {
        LoadResult first;
        LoadResult warm;
        try (OrderClient client = start(ONE_SLOW, Map.of("loadbalance", loadbalance))) {
            OrderTarget target = new OrderTarget(client.service());
            first = run(calls(CALLS), target);
            warm = run(calls(CALLS), target); // a cold JVM would be compared with a warm one
        }
        LoadResult random;
        try (OrderClient client = connect(3, Map.of("loadbalance", "random"))) {
            random = run(calls(RANDOM_CALLS), new OrderTarget(client.service()));
        }

        assertThat(first.count(Outcome.OK)).isEqualTo(CALLS);
        assertThat(first.shareOf(provider(0))).isLessThanOrEqualTo(0.08);
        // Both closed loops of the same threads: calls a second are a ratio of mean latencies, 73 ms to at most 25 ms.
        assertThat(warm.callsPerSecond()).isGreaterThanOrEqualTo(3 * random.callsPerSecond());
    }

    @Test
    void oneProviderThatFailsAtOnce_makesFewCallsFail_withEwma() throws Exception {
        OrderClient client = start(
                List.of("--delay 10ms --fail 1", "--delay 10ms", "--delay 10ms"),
                Map.of("loadbalance", "ewma", "retries", 0));
        OrderTarget target = new OrderTarget(client.service());
        run(new LoadPlan(THREADS, Duration.ZERO, Duration.ofSeconds(1), 0, 0, false, false), target);

        LoadResult result = run(calls(CALLS), target);

        assertThat(result.calls()).isEqualTo(CALLS);
        assertThat(result.calls() - result.count(Outcome.OK)).isLessThanOrEqualTo(CALLS * 2 / 100);
    }

    private static LoadPlan calls(int calls) {
        return new LoadPlan(THREADS, Duration.ZERO, LONG, calls, 0, false, false);
    }
}
