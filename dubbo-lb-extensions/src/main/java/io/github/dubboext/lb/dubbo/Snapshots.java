package io.github.dubboext.lb.dubbo;

import io.github.dubboext.lb.stats.MethodSnapshot;
import io.github.dubboext.lb.stats.MethodStats;
import io.github.dubboext.lb.stats.ProviderSnapshot;
import io.github.dubboext.lb.stats.ProviderStats;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads out what the engines know, beside the calls and without holding them up. */
final class Snapshots {
    private static final String NOT_LISTED = "not in the newest list";

    private Snapshots() {}

    /** @param words whether to say {@link ProviderSnapshot#why why} */
    static List<MethodSnapshot> of(String strategy, Engine<?> engine, boolean words) {
        List<MethodSnapshot> all = new ArrayList<>();
        engine.services().forEach((key, service) -> add(all, strategy, key, service, words));
        return all;
    }

    private static <S> void add(
            List<MethodSnapshot> all, String strategy, String key, Service<S> service, boolean words) {
        List<Generation<S>> generations = service.generations(); // newest first
        service.methods().forEach((method, state) -> {
            Map<String, ProviderSnapshot> providers = new LinkedHashMap<>();
            for (Generation<S> generation : generations) {
                Table<S> table = generation.table(method);
                for (int i = 0; table != null && i < generation.size(); i++) {
                    String address = generation.addresses.get(i);
                    if (!providers.containsKey(address)) {
                        ProviderSnapshot provider = provider(table, i, address, words);
                        boolean newest = generation == generations.get(0);
                        providers.put(address, newest || !words ? provider : gone(provider));
                    }
                }
            }
            if (!providers.isEmpty()) { // no call for a minute
                all.add(new MethodSnapshot(
                        strategy,
                        key,
                        method,
                        state.picks.redraws(),
                        state.picks.rebuilds(),
                        Collections.unmodifiableList(new ArrayList<>(providers.values()))));
            }
        });
    }

    private static ProviderSnapshot gone(ProviderSnapshot provider) {
        return new ProviderSnapshot(
                provider.address(),
                provider.weight(),
                provider.effectiveWeight(),
                provider.inFlight(),
                provider.ewmaNanos(),
                provider.picks(),
                provider.picksLastMinute(),
                NOT_LISTED);
    }

    static ProviderSnapshot provider(Table<?> table, int index, String address, boolean words) {
        MethodState<?> method = table.method;
        long now = method.env().nanoTime();
        MethodStats counted = method.stats();
        ProviderStats stats = counted == null ? null : counted.get(address);
        return new ProviderSnapshot(
                address,
                table.weights.base[index],
                table.weights.effective[index],
                stats == null ? ProviderSnapshot.NOT_COUNTED : stats.inFlight(),
                stats == null ? 0 : stats.estimateNanos(now),
                method.picks.all(address),
                method.picks.lastMinute(address, now),
                words ? why(table, index, stats, now) : "");
    }

    private static String why(Table<?> table, int index, ProviderStats stats, long now) {
        List<String> reasons = new ArrayList<>();
        if (table.weights.base[index] == 0) {
            reasons.add("weight 0");
        } else if (table.weights.effective[index] < table.weights.base[index]) {
            reasons.add("warming up");
        }
        int failed = stats == null ? 0 : stats.burden(now) - stats.inFlight();
        if (failed > 0) {
            reasons.add(failed + (failed == 1 ? " call" : " calls") + " failed lately");
        }
        reasons.add(table.picker.describe(index));
        reasons.removeIf(String::isEmpty);
        return String.join(", ", reasons);
    }
}
