package io.github.dubboext.limit.sockets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.dubboext.limit.Refusals;
import io.github.dubboext.limit.testing.Loopback;
import io.github.dubboext.limit.testing.Statuses;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.dubbo.config.MetricsConfig;
import org.apache.dubbo.metrics.collector.DefaultMetricsCollector;
import org.apache.dubbo.metrics.model.sample.CounterMetricSample;
import org.apache.dubbo.rpc.model.ApplicationModel;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DubboMetricsTest {

    private static final Loopback LOOPBACK = new Loopback();
    private static DefaultMetricsCollector collector;

    @BeforeAll
    static void switchOn() {
        ApplicationModel providers = LOOPBACK.providers();
        MetricsConfig config = new MetricsConfig();
        config.setEnableRpc(true);
        providers.getApplicationConfigManager().setMetrics(config);
        collector = providers.getBeanFactory().getBean(DefaultMetricsCollector.class);
        collector.setCollectEnabled(true);
    }

    @AfterAll
    static void stop() {
        LOOPBACK.close();
    }

    /** M5: refusals of every kind are counted by Dubbo's own metric, where its tps refusals are plain failures. */
    @ParameterizedTest
    @CsvSource({"dubbo, throw", "dubbo, result", "tri, throw", "tri, result"})
    void refusals_ofExecutesAndTps_areInDubbosOwnLimitMetric(String protocol, String refuse) throws Exception {
        long before = limited();
        TrialImpl impl = new TrialImpl();
        String group = "metrics" + protocol + refuse;
        Map<String, String> limits = Map.of(
                "future.executes",
                "1",
                "sync.tps",
                "1",
                "tps.interval",
                "3600000",
                "limit.refuse",
                refuse,
                "group",
                group);
        String address = LOOPBACK.export(Trial.class, impl, limits, protocol).address(0);
        Trial trial = LOOPBACK.refer(Trial.class, address, Map.of("timeout", "20000", "retries", "0", "group", group));
        CompletableFuture<String> held = trial.future("hold");
        assertThat(Statuses.eventually(() -> impl.inside.get() == 1)).isTrue();
        assertThat(trial.sync("return")).isEqualTo("return");

        for (int i = 0; i < 5; i++) {
            Throwable full = trial.future("x").handle((value, e) -> e).get(20, TimeUnit.SECONDS);
            assertThat(Refusals.isRefused(full)).isTrue();
            Throwable rate = catchThrowable(() -> trial.sync("x"));
            assertThat(Refusals.isRefused(rate)).isTrue();
        }
        impl.letGo();
        assertThat(held.get(20, TimeUnit.SECONDS)).isEqualTo("held");

        // The reply may be there before the callback that counts.
        assertThat(Statuses.eventually(() -> limited() - before == 10))
                .as(collector.collect().stream()
                        .map(sample -> sample.getName() + " " + sample.getTags())
                        .toList()
                        .toString())
                .isTrue();
    }

    private static long limited() {
        return collector.collect().stream()
                .filter(sample -> sample.getName().equals("dubbo.provider.requests.limit.total"))
                .mapToLong(
                        sample -> ((CounterMetricSample<?>) sample).getValue().longValue())
                .sum();
    }
}
