package io.github.dubboext.lb.metrics;

import io.github.dubboext.lb.env.Env;
import io.github.dubboext.lb.metrics.LoadBalanceTotals.Total;
import io.github.dubboext.lb.stats.MethodSnapshot;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Metrics;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/**
 * Load balancing as meters of Micrometer's global registry: the one class of this jar that knows Micrometer. Does nothing
 * while that registry has none behind it. Each {@link #run} adds meters for what is new and removes those of what is
 * gone; the values are read when somebody asks for them, once a second at most. Thread-safe.
 */
public final class LoadBalanceMeters implements Runnable {
    private static final long FRESH_NANOS = 1_000_000_000L;

    private final CompositeMeterRegistry registry = Metrics.globalRegistry;
    private final Supplier<List<MethodSnapshot>> snapshots;
    private final Env env;
    private final LoadBalanceTotals totals = new LoadBalanceTotals(); // guarded by this
    private final Map<Total, Map<String, Meter>> meters = new HashMap<>(); // guarded by this; by name
    private long readNanos; // guarded by this

    public LoadBalanceMeters(Supplier<List<MethodSnapshot>> snapshots, Env env) {
        this.snapshots = snapshots;
        this.env = env;
    }

    @Override
    public synchronized void run() {
        if (registry.getRegistries().isEmpty() && meters.isEmpty()) {
            return;
        }
        update();
        for (Iterator<Map.Entry<Total, Map<String, Meter>>> each =
                        meters.entrySet().iterator();
                each.hasNext(); ) {
            Map.Entry<Total, Map<String, Meter>> next = each.next();
            if (!totals.contains(next.getKey())) {
                next.getValue().values().forEach(registry::remove); // may fail, and is tried again
                each.remove();
            }
        }
        totals.totals().forEach(this::register);
    }

    private void update() {
        totals.update(snapshots.get());
        readNanos = env.nanoTime();
    }

    private void register(Total total) {
        Map<String, Meter> known = meters.computeIfAbsent(total, added -> new HashMap<>());
        if (!total.isOfProvider()) {
            counter(known, "dubboext.lb.redraws", "Picks that had to be drawn again", total, of -> of.redraws);
            counter(
                    known,
                    "dubboext.lb.rebuilds",
                    "Tables made for a changed list or weight",
                    total,
                    of -> of.rebuilds);
            return;
        }
        counter(known, "dubboext.lb.picks", "Calls given to the provider", total, of -> of.picks);
        if (total.counted) { // maybe only later: a setting can make a strategy look at calls
            known.computeIfAbsent(
                    "dubboext.lb.in.flight",
                    name -> Gauge.builder(name, total, of -> read(of, values -> values.inFlight))
                            .description("Calls in flight to the provider from here")
                            .tags(tags(total))
                            .register(registry));
            known.computeIfAbsent(
                    "dubboext.lb.ewma",
                    name -> TimeGauge.builder(
                                    name, total, TimeUnit.NANOSECONDS, of -> read(of, values -> values.ewmaNanos))
                            .description("Latency to expect of the provider; 0 if nothing is known")
                            .tags(tags(total))
                            .register(registry));
        }
    }

    private void counter(
            Map<String, Meter> known, String counter, String what, Total total, ToDoubleFunction<Total> value) {
        known.computeIfAbsent(
                counter,
                name -> FunctionCounter.builder(name, total, of -> read(of, value))
                        .description(what)
                        .tags(tags(total))
                        .register(registry));
    }

    private static Tags tags(Total total) {
        Tags tags = Tags.of("strategy", total.name.get(0), "service", total.name.get(1), "method", total.name.get(2));
        return total.isOfProvider() ? tags.and("provider", total.name.get(3)) : tags;
    }

    private synchronized double read(Total total, ToDoubleFunction<Total> value) {
        if (env.nanoTime() - readNanos >= FRESH_NANOS) {
            update();
        }
        return value.applyAsDouble(total);
    }
}
