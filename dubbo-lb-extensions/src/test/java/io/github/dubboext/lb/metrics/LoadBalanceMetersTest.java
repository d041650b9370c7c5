package io.github.dubboext.lb.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dubboext.lb.env.ScriptedEnv;
import io.github.dubboext.lb.stats.MethodSnapshot;
import io.github.dubboext.lb.stats.ProviderSnapshot;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Metrics;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LoadBalanceMetersTest {
    private final ScriptedEnv env = new ScriptedEnv(1);
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private List<MethodSnapshot> shown = List.of();
    private final LoadBalanceMeters meters = new LoadBalanceMeters(() -> shown, env);

    private static MethodSnapshot method(ProviderSnapshot... providers) {
        return new MethodSnapshot("ewma", "a.Api", "m", 2, 3, List.of(providers));
    }

    private static ProviderSnapshot provider(String address, int inFlight, long picks) {
        return new ProviderSnapshot(address, 100, 100, inFlight, inFlight < 0 ? 0 : 2.5e9, picks, picks, "");
    }

    @AfterEach
    void leaveNothing() {
        Metrics.removeRegistry(registry);
        Metrics.globalRegistry.getMeters().forEach(Metrics.globalRegistry::remove);
    }

    private Map<String, Double> values() {
        Map<String, Double> values = new TreeMap<>();
        for (Meter meter : registry.getMeters()) {
            String tags = meter.getId().getTags().stream().map(Tag::getValue).collect(Collectors.joining(" "));
            meter.measure().forEach(one -> values.put(meter.getId().getName() + " " + tags, one.getValue()));
        }
        return values;
    }

    @Test
    void meters_ofOneMethod_showPicksCallsAndLatency() {
        Metrics.addRegistry(registry);
        shown = List.of(method(provider("p:1", 4, 10), provider("p:2", ProviderSnapshot.NOT_COUNTED, 20)));

        meters.run();

        // Micrometer sorts tags by name: method, provider, service, strategy; a time is in seconds.
        assertThat(values())
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "dubboext.lb.picks m p:1 a.Api ewma", 10.0,
                        "dubboext.lb.picks m p:2 a.Api ewma", 20.0,
                        "dubboext.lb.in.flight m p:1 a.Api ewma", 4.0,
                        "dubboext.lb.ewma m p:1 a.Api ewma", 2.5,
                        "dubboext.lb.redraws m a.Api ewma", 2.0,
                        "dubboext.lb.rebuilds m a.Api ewma", 3.0));
    }

    @Test
    void values_areReadWhenAsked_onceASecondAtMost() {
        Metrics.addRegistry(registry);
        shown = List.of(method(provider("p:1", 4, 10)));
        meters.run();
        shown = List.of(method(provider("p:1", 5, 11)));

        assertThat(values()).containsEntry("dubboext.lb.picks m p:1 a.Api ewma", 10.0);
        env.passMillis(1_000);
        assertThat(values())
                .containsEntry("dubboext.lb.picks m p:1 a.Api ewma", 11.0)
                .containsEntry("dubboext.lb.in.flight m p:1 a.Api ewma", 5.0);
    }

    @Test
    void meters_ofAProviderThatIsGone_go() {
        Metrics.addRegistry(registry);
        shown = List.of(method(provider("p:1", 4, 10)));
        meters.run();
        shown = List.of(method());
        meters.run();

        assertThat(values()).containsOnlyKeys("dubboext.lb.redraws m a.Api ewma", "dubboext.lb.rebuilds m a.Api ewma");
        assertThat(Metrics.globalRegistry.getMeters()).hasSize(2);
    }

    @Test
    void globalRegistry_withNoneBehindIt_staysEmpty() {
        shown = List.of(method(provider("p:1", 4, 10)));
        meters.run();

        assertThat(Metrics.globalRegistry.getMeters()).isEmpty();
    }
}
