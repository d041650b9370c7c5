package io.github.dubboext.limit.metrics;

import io.github.dubboext.limit.core.Clock;
import io.github.dubboext.limit.core.LimitSnapshot;
import io.github.dubboext.limit.metrics.LimitTotals.Total;
import io.github.dubboext.limit.metrics.LimitTotals.Values;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Metrics;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/**
 * The limits as meters of Micrometer's global registry: the one class of this jar that knows Micrometer. Does nothing
 * while that registry has none behind it. Each {@link #run} adds meters for what is new and removes those of what is
 * gone; the values are read when somebody asks for them, once a second at most. Thread-safe.
 */
public final class LimitMeters implements Runnable {

    private static final long FRESH_NANOS = 1_000_000_000L;

    private final CompositeMeterRegistry registry = Metrics.globalRegistry;
    private final Supplier<List<LimitSnapshot>> snapshots;
    private final Clock clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final LimitTotals totals = new LimitTotals(); // guarded by lock
    private final Map<Total, List<Meter>> meters = new HashMap<>(); // guarded by lock
    private volatile long readNanos;

    public LimitMeters(Supplier<List<LimitSnapshot>> snapshots, Clock clock) {
        this.snapshots = snapshots;
        this.clock = clock;
    }

    @Override
    public void run() {
        lock.lock();
        try {
            if (registry.getRegistries().isEmpty() && meters.isEmpty()) {
                return;
            }
            update();
            for (Iterator<Map.Entry<Total, List<Meter>>> each =
                            meters.entrySet().iterator();
                    each.hasNext(); ) {
                Map.Entry<Total, List<Meter>> next = each.next();
                if (!totals.contains(next.getKey())) {
                    next.getValue().forEach(registry::remove); // may fail, and is tried again
                    each.remove();
                }
            }
            totals.totals().forEach(total -> meters.computeIfAbsent(total, this::register));
        } finally {
            lock.unlock();
        }
    }

    private void update() {
        totals.update(snapshots.get());
        readNanos = clock.nanoTime();
    }

    private List<Meter> register(Total total) {
        Tags tags = Tags.of(
                "limit", total.name.kind().name().toLowerCase(Locale.ROOT),
                "service", total.name.service(),
                "method", total.name.method(),
                "provider", total.name.provider());
        List<Meter> added = new ArrayList<>();
        added.add(counter("dubboext.limit.admitted", "Calls let through", total, tags, values -> values.admitted));
        added.add(counter("dubboext.limit.refused", "Calls refused", total, tags, values -> values.refused));
        added.add(gauge("dubboext.limit.max", "The limit; 0 is off", total, tags, values -> values.limit));
        added.add(gauge("dubboext.limit.in.flight", "Permits out", total, tags, values -> values.inFlight));
        added.add(gauge("dubboext.limit.waiting", "Calls that wait", total, tags, values -> values.waiting));
        added.add(FunctionTimer.builder(
                        "dubboext.limit.wait",
                        total,
                        of -> fresh(of).waits,
                        of -> fresh(of).waitedNanos,
                        TimeUnit.NANOSECONDS)
                .description("Waits that are over, whatever their end")
                .tags(tags)
                .register(registry));
        return added;
    }

    private Meter counter(String name, String what, Total total, Tags tags, ToDoubleFunction<Values> value) {
        return FunctionCounter.builder(name, total, of -> value.applyAsDouble(fresh(of)))
                .description(what)
                .tags(tags)
                .register(registry);
    }

    private Meter gauge(String name, String what, Total total, Tags tags, ToDoubleFunction<Values> value) {
        return Gauge.builder(name, total, of -> value.applyAsDouble(fresh(of)))
                .description(what)
                .tags(tags)
                .register(registry);
    }

    private Values fresh(Total total) {
        if (clock.nanoTime() - readNanos >= FRESH_NANOS && lock.tryLock()) {
            try {
                update();
            } finally {
                lock.unlock();
            }
        }
        return total.values;
    }
}
