package io.github.dubboext.lb.dubbo;

import io.github.dubboext.lb.env.Env;
import io.github.dubboext.lb.stats.MethodSnapshot;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/** The load balances of this JVM, as long as Dubbo keeps them: for metrics and consoles. Thread-safe. */
public final class LoadBalances {
    private static final Set<StrategyLoadBalance> ALL =
            Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    private static final Warnings WARNINGS = new Warnings();
    private static final AtomicBoolean METERED = new AtomicBoolean();
    private static final Runnable METERS = Micrometer.meters(() -> snapshots(false));
    private static final BooleanSupplier KEEP_METERS = LoadBalances::keepMeters; // one object: it is held weakly

    private LoadBalances() {}

    static void add(StrategyLoadBalance loadBalance) {
        ALL.add(loadBalance);
    }

    /**
     * What they are doing, in no order.
     *
     * @param words whether to say {@link io.github.dubboext.lb.stats.ProviderSnapshot#why why}
     */
    public static List<MethodSnapshot> snapshots(boolean words) {
        List<MethodSnapshot> all = new ArrayList<>();
        for (StrategyLoadBalance loadBalance : living()) {
            all.addAll(Snapshots.of(loadBalance.name(), loadBalance.engine(), words));
        }
        return all;
    }

    private static List<StrategyLoadBalance> living() {
        synchronized (ALL) {
            return new ArrayList<>(ALL);
        }
    }

    private static boolean areUsed() {
        return living().stream()
                .anyMatch(loadBalance -> !loadBalance.engine().services().isEmpty());
    }

    /** One of them has a new service: there is something to meter. */
    static void used(Env env) {
        if (METERS != null && env == Env.system() && METERED.compareAndSet(false, true)) {
            env.housekeep(KEEP_METERS);
        }
    }

    private static boolean keepMeters() {
        return keepMeters(METERS);
    }

    /**
     * Runs on the thread that carries the clock, which must not die of somebody's registry.
     *
     * @return whether to be called again
     */
    static boolean keepMeters(Runnable meters) {
        try {
            meters.run();
        } catch (RuntimeException | LinkageError e) {
            WARNINGS.warn("Micrometer did not take the meters of load balancing; this will be tried again: " + e);
        }
        if (areUsed()) {
            return true;
        }
        METERED.set(false);
        // Again: a service that came meanwhile has found it set.
        return areUsed() && METERED.compareAndSet(false, true);
    }
}
