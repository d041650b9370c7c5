package io.github.dubboext.lb.metrics;

import io.github.dubboext.lb.stats.MethodSnapshot;
import io.github.dubboext.lb.stats.ProviderSnapshot;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the load balances did, under a bounded number of names: at most {@value #MOST_METHODS} methods of a service and
 * {@value #MOST_TOTALS} names in all have one of their own; what comes later is added up as {@value #OTHER} of its
 * service. A name is strategy, service and method, or these and a provider; it goes with the last that counts under it.
 * For one thread at a time.
 */
final class LoadBalanceTotals {
    static final String OTHER = "other";
    static final int MOST_METHODS = 100;
    static final int MOST_TOTALS = 2_000;

    private static final int METHOD = 2; // where in a name
    private static final int PROVIDER = 3;

    /** The counters and gauges of one name. */
    static final class Total {
        final List<String> name;
        long picks;
        long redraws;
        long rebuilds;
        /** Whether somebody counts the calls in flight. */
        boolean counted;

        int inFlight;
        double ewmaNanos;

        private Total(List<String> name) {
            this.name = name;
        }

        boolean isOfProvider() {
            return name.size() > PROVIDER;
        }

        private void add(MethodSnapshot method) {
            redraws += method.redraws();
            rebuilds += method.rebuilds();
        }

        private void add(ProviderSnapshot provider) {
            picks += provider.picks();
            addGauges(provider.isCounted(), Math.max(0, provider.inFlight()), provider.ewmaNanos());
        }

        /** Adds what {@code shown} has more than {@code before}: counts only grow, whatever comes and goes. */
        private void add(Total shown, Total before) {
            picks += grown(shown.picks, before.picks);
            redraws += grown(shown.redraws, before.redraws);
            rebuilds += grown(shown.rebuilds, before.rebuilds);
            addGauges(shown.counted, shown.inFlight, shown.ewmaNanos);
        }

        private void addGauges(boolean isCounted, int moreInFlight, double ewma) {
            counted |= isCounted;
            inFlight += moreInFlight;
            ewmaNanos = Math.max(ewmaNanos, ewma);
        }

        /** What was made anew begins at 0. */
        private static long grown(long now, long before) {
            return now >= before ? now - before : now;
        }
    }

    /** Under which total something is counted, and what it showed the last time. */
    private static final class Source {
        final Total total;
        Total shown = new Total(null);

        Source(Total total) {
            this.total = total;
        }
    }

    private final Map<List<String>, Source> sources = new HashMap<>();
    private final Map<List<String>, Total> totals = new HashMap<>();

    Collection<Total> totals() {
        return totals.values();
    }

    boolean contains(Total total) {
        return totals.get(total.name) == total;
    }

    /** Takes over what {@code snapshots} show. */
    void update(List<MethodSnapshot> snapshots) {
        Map<List<String>, Total> shown = shown(snapshots);
        sources.keySet().retainAll(shown.keySet());
        Set<Total> used = new HashSet<>();
        sources.values().forEach(source -> used.add(source.total));
        totals.values().retainAll(used);
        for (Total total : totals.values()) {
            total.inFlight = 0;
            total.ewmaNanos = 0;
        }
        shown.forEach((name, now) -> {
            Source source = sources.computeIfAbsent(name, added -> new Source(total(added)));
            source.total.add(now, source.shown);
            source.shown = now;
        });
    }

    /** Two applications of one JVM that call the same method are one. */
    private static Map<List<String>, Total> shown(List<MethodSnapshot> snapshots) {
        Map<List<String>, Total> shown = new LinkedHashMap<>();
        for (MethodSnapshot method : snapshots) {
            String name = method.method().isEmpty() ? OTHER : method.method();
            shown.computeIfAbsent(Arrays.asList(method.strategy(), method.service(), name), Total::new)
                    .add(method);
            for (ProviderSnapshot provider : method.providers()) {
                shown.computeIfAbsent(
                                Arrays.asList(method.strategy(), method.service(), name, provider.address()),
                                Total::new)
                        .add(provider);
            }
        }
        return shown;
    }

    private Total total(List<String> wanted) {
        List<String> name = wanted;
        if (!totals.containsKey(name) && (totals.size() >= MOST_TOTALS || hasEnoughMethods(name))) {
            name = wanted.size() > PROVIDER
                    ? Arrays.asList(wanted.get(0), wanted.get(1), OTHER, OTHER)
                    : Arrays.asList(wanted.get(0), wanted.get(1), OTHER);
        }
        return totals.computeIfAbsent(name, Total::new);
    }

    private boolean hasEnoughMethods(List<String> name) {
        return totals.keySet().stream()
                        .filter(other -> other.subList(0, METHOD).equals(name.subList(0, METHOD)))
                        .map(other -> other.get(METHOD))
                        .filter(method -> !method.equals(OTHER) && !method.equals(name.get(METHOD)))
                        .distinct()
                        .count()
                >= MOST_METHODS;
    }
}
