package io.github.dubboext.lb.dubbo;

import io.github.dubboext.lb.env.Env;
import io.github.dubboext.lb.pick.Candidates;
import io.github.dubboext.lb.pick.Picker;
import io.github.dubboext.lb.pick.Strategy;
import io.github.dubboext.lb.stats.MethodStats;
import io.github.dubboext.lb.stats.ProviderStats;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.BooleanSupplier;
import org.apache.dubbo.common.URL;
import org.apache.dubbo.rpc.Invocation;
import org.apache.dubbo.rpc.Invoker;
import org.apache.dubbo.rpc.cluster.ClusterInvoker;

/**
 * From a list of invokers to one of them: finds the table made for this list, or makes it, and picks.
 *
 * <p>A call whose list has not changed pays a walk over the list's origin (of a large list: up to the pick), two map look-ups
 * and the pick; it takes no lock.
 * When the list has changed, one thread builds the new table and the others pick from the one before among the providers
 * that are in both; only where there is none do they wait. About once a second one call looks whether a weight or a setting
 * has changed.
 *
 * <p>One engine for each load balance of each application; thread-safe.
 */
final class Engine<S> {
    private static final long REFRESH_NANOS = 1_000_000_000L;

    private final StrategyType<S> type;
    private final Env env;
    private final Warnings warnings = new Warnings();
    private final ConcurrentMap<String, Service<S>> services = new ConcurrentHashMap<>();
    private final BooleanSupplier sweep = this::sweep; // one object: it is held weakly

    Engine(StrategyType<S> type, Env env) {
        this.type = type;
        this.env = env;
    }

    /** @param size of {@code list}, 2 or more */
    @SuppressWarnings("unchecked") // a member of the list that was handed in
    <T> Invoker<T> select(List<Invoker<T>> list, int size, URL url, Invocation invocation) {
        long now = env.coarseNanoTime();
        Service<S> service = service(url);
        service.use(now);
        String method = Methods.name(invocation);
        Generation<S> generation = service.steady(size);
        if (generation != null) {
            Invoker<?> picked = pickFromSteady(generation, method, list, invocation, now);
            if (picked != null) {
                return (Invoker<T>) picked;
            }
        }
        generation = service.generationOf(list, now);
        CallLive live = null;
        if (generation == null) {
            generation = service.adopt(list, size, now);
            if (generation.size() == 0) {
                return null; // emptied under our hands
            }
            live = generation.membersIn(list);
        } else if (generation.size() != size) {
            live = new RoutedLive(list, generation);
        }
        Table<S> table = generation.table(method);
        if (table == null) {
            method = service.methodKey(method);
            table = generation.table(method);
            if (table == null) {
                return (Invoker<T>) pickWhileBuilding(service, generation, method, list, live, invocation);
            }
        }
        table.method.use(now);
        if (table.startRefresh(now, REFRESH_NANOS)) {
            table = refresh(service, generation, method, table, now);
        }
        int index = table.pick(invocation, live);
        return index >= 0 ? (Invoker<T>) table.take(index) : anyOf(list);
    }

    /** A pick from a list that is {@code generation} as far as the pick; null if it is not, or if the whole is to be looked at. */
    private Invoker<?> pickFromSteady(
            Generation<S> generation, String method, List<?> list, Invocation invocation, long now) {
        Table<S> table = generation.table(method);
        if (table == null || table.refreshDue(now, REFRESH_NANOS)) {
            return null;
        }
        int index = table.pick(invocation, null);
        return index >= 0 && ListWalk.beginsWith(list, generation.invokers, index) ? table.take(index) : null;
    }

    private Service<S> service(URL url) {
        String key = url == null ? null : url.getServiceKey();
        if (key == null) {
            key = "";
        }
        Service<S> service = services.get(key);
        return service != null ? service : addService(key);
    }

    private synchronized Service<S> addService(String key) {
        if (services.isEmpty()) {
            env.housekeep(sweep);
        }
        Service<S> service = services.computeIfAbsent(key, name -> new Service<>(type, env));
        LoadBalances.used(env);
        return service;
    }

    /** The first call of a method on a new generation, and the calls beside it. */
    private Invoker<?> pickWhileBuilding(
            Service<S> service,
            Generation<S> generation,
            String method,
            List<? extends Invoker<?>> list,
            CallLive live,
            Invocation invocation) {
        TableSlot<S> slot = generation.slot(method);
        if (!slot.building.tryLock()) {
            for (Generation<S> before : service.generations()) {
                Table<S> table = before == generation ? null : before.table(method);
                int index = table == null ? -1 : table.pick(invocation, before.membersIn(list));
                if (index >= 0 && table.weights.effective[index] > 0) { // of 0: none of weight is in both lists
                    return table.take(index);
                }
            }
            slot.building.lock();
        }
        Table<S> table;
        try {
            table = slot.table();
            if (table == null) {
                table = build(service, generation, method, env.coarseNanoTime());
                table.explainIfWanted(method);
                slot.publish(table);
            }
        } finally {
            slot.building.unlock();
        }
        int index = table.pick(invocation, live);
        return index >= 0 ? table.take(index) : anyOf(list);
    }

    private Table<S> build(Service<S> service, Generation<S> generation, String method, long now) {
        S settings = type.read(parameters(service, generation, method));
        Weights weights = Weights.read(generation, method, service, service.lastWeights, warnings);
        return table(service, generation, method, settings, weights, now);
    }

    private Table<S> refresh(Service<S> service, Generation<S> generation, String method, Table<S> table, long now) {
        Table<S> current = table;
        try {
            S settings = type.read(parameters(service, generation, method));
            Weights weights = Weights.read(generation, method, service, table.weights, warnings);
            if (!table.madeFrom(settings, weights)) {
                current = table(service, generation, method, settings, weights, now);
                generation.slot(method).publish(current);
            }
            current.explainIfWanted(method);
        } catch (RuntimeException e) {
            // The table that is there still holds; a call must not fail because its neighbour's URL cannot be read.
            parameters(service, generation, method)
                    .warn("weights: unreadable (expected: readable provider URLs; the last ones stay, "
                            + e.getClass().getName() + ")");
        } finally {
            table.endRefresh(now);
        }
        return current;
    }

    private Parameters parameters(Service<S> service, Generation<S> generation, String method) {
        return Parameters.ofMethod(Weights.url(generation.invokers[0]), method, warnings, service.lastGood);
    }

    private Table<S> table(
            Service<S> service, Generation<S> generation, String method, S settings, Weights weights, long now) {
        service.lastWeights = weights;
        MethodState<S> state = service.method(method, now);
        Strategy strategy = state.strategy(settings);
        Picker picker = strategy.picker(new Snapshot(generation, weights, state));
        MethodStats stats = state.stats();
        CallCount count = stats == null ? null : CallCount.read(parameters(service, generation, method), stats);
        return new Table<>(state, settings, weights, picker, type.keys(settings), generation, count, now);
    }

    /** For lists that have changed under our hands: whatever is in it now, or null. */
    private static <I> I anyOf(List<I> list) {
        for (I invoker : list) {
            return invoker;
        }
        return null;
    }

    Map<String, Service<S>> services() {
        return services;
    }

    /** Drops what has not been used for a while; false if nothing is left. */
    boolean sweep() {
        long now = env.nanoTime();
        synchronized (this) {
            services.values().removeIf(service -> !service.sweep(now));
            return !services.isEmpty();
        }
    }

    /** Entries held, for tests of what is forgotten. */
    int size() {
        int size = 0;
        for (Map.Entry<String, Service<S>> service : services.entrySet()) {
            size += 1 + service.getValue().size();
        }
        return size;
    }

    private static final class Snapshot implements Candidates {
        private final Generation<?> generation;
        private final Weights weights;
        private final MethodState<?> state;

        Snapshot(Generation<?> generation, Weights weights, MethodState<?> state) {
            this.generation = generation;
            this.weights = weights;
            this.state = state;
        }

        @Override
        public int size() {
            return generation.size();
        }

        @Override
        public long weight(int index) {
            return weights.effective[index];
        }

        @Override
        public long baseWeight(int index) {
            return weights.base[index];
        }

        @Override
        public boolean areGroups() {
            return generation.invokers[0] instanceof ClusterInvoker;
        }

        @Override
        public String address(int index) {
            return generation.addresses.get(index);
        }

        @Override
        public ProviderStats stats(int index) {
            return state.stats(address(index));
        }
    }
}
