package io.github.dubboext.limit.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dubboext.limit.dubbo.Lifecycle;
import io.github.dubboext.limit.dubbo.Limits;
import io.github.dubboext.limit.testing.Chain;
import io.github.dubboext.limit.testing.ScriptedClock;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Metrics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.apache.dubbo.common.URL;
import org.apache.dubbo.rpc.AppResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LimitMetersTest {

    private static final URL URL_OF_TWO =
            URL.valueOf("dubbo://127.0.0.1:20880/metered.Api?interface=metered.Api&executes=2&limit.refuse=result");

    private final ScriptedClock clock = new ScriptedClock(1_000_000_000L);
    private final Limits limits = new Limits(clock);
    private final LimitMeters meters = new LimitMeters(limits::snapshotsInUse, clock);
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final Chain chain = new Chain(URL_OF_TWO);

    @AfterEach
    void leaveNothing() {
        Metrics.removeRegistry(registry);
        Metrics.globalRegistry.getMeters().forEach(Metrics.globalRegistry::remove);
    }

    /** Name and statistic to value, of the meters tagged as {@code work} of this test. */
    private Map<String, Double> shown() {
        Map<String, Double> shown = new TreeMap<>();
        for (Meter meter : registry.getMeters()) {
            assertThat(meter.getId().getTags().toString())
                    .isEqualTo("[tag(limit=executes), tag(method=work), tag(provider=none), tag(service=metered.Api)]");
            meter.measure()
                    .forEach(one -> shown.put(meter.getId().getName() + " " + one.getStatistic(), one.getValue()));
        }
        return shown;
    }

    @Test
    void meters_ofOneLimit_showWhatItDid() {
        Metrics.addRegistry(registry);
        CompletableFuture<AppResponse> running = new CompletableFuture<>();
        limits.executes(chain.pending(running), chain.call("work"));
        limits.executes(chain.pending(running), chain.call("work"));
        limits.executes(chain.returning("too many"), chain.call("work"));

        meters.run();
        assertThat(shown())
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "dubboext.limit.admitted COUNT", 2.0,
                        "dubboext.limit.refused COUNT", 1.0,
                        "dubboext.limit.max VALUE", 2.0,
                        "dubboext.limit.in.flight VALUE", 2.0,
                        "dubboext.limit.waiting VALUE", 0.0,
                        "dubboext.limit.wait COUNT", 0.0,
                        "dubboext.limit.wait TOTAL_TIME", 0.0));

        running.complete(new AppResponse("done"));
        assertThat(shown()).as("within the same second").containsEntry("dubboext.limit.in.flight VALUE", 2.0);
        clock.advanceMillis(1_000);
        assertThat(shown()).containsEntry("dubboext.limit.in.flight VALUE", 0.0);
    }

    @Test
    void meters_whenTheServiceIsUnexported_go() {
        Metrics.addRegistry(registry);
        Lifecycle.Opened export = new Lifecycle(limits).export(URL_OF_TWO, Chain.Work.class);
        limits.executes(chain.returning("ok"), chain.call("work"));
        meters.run();
        assertThat(registry.getMeters()).hasSize(6);

        export.close();
        meters.run();
        assertThat(registry.getMeters()).isEmpty();
        assertThat(Metrics.globalRegistry.getMeters()).isEmpty();
    }

    @Test
    void globalRegistry_withNoneBehindIt_staysEmptyUntilOneComes() {
        limits.executes(chain.returning("ok"), chain.call("work"));
        meters.run();
        assertThat(Metrics.globalRegistry.getMeters()).isEmpty();

        Metrics.addRegistry(registry);
        meters.run();
        assertThat(shown()).containsEntry("dubboext.limit.admitted COUNT", 1.0);
    }
}
