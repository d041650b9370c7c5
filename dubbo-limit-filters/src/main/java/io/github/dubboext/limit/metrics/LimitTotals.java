package io.github.dubboext.limit.metrics;

import io.github.dubboext.limit.core.LimitSnapshot;
import io.github.dubboext.limit.core.LimiterKey;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What limits did, under a bounded number of names: at most {@value #MOST_METHODS} methods of a service and
 * {@value #MOST_TOTALS} names in all have one of their own; what comes later is added up as {@value #OTHER} of its
 * service. A name goes with the last limit that counts under it. For one thread at a time, but for the values.
 */
final class LimitTotals {

    static final String OTHER = "other";
    /** Calls that share a rate which is the service's. */
    static final String ALL = "all";
    /** On the provider side there is no provider to name. */
    static final String NONE = "none";

    static final int MOST_METHODS = 100;
    static final int MOST_TOTALS = 2_000;

    /** The values of one name at one moment. Counts only grow, whatever limits come and go. Immutable. */
    static final class Values {
        private static final Values ZERO = new Values(0, 0, 0, 0, 0, 0, 0);

        final int limit;
        final int inFlight;
        final int waiting;
        final long admitted;
        final long refused;
        final long waits;
        final long waitedNanos;

        private Values(
                int limit, int inFlight, int waiting, long admitted, long refused, long waits, long waitedNanos) {
            this.limit = limit;
            this.inFlight = inFlight;
            this.waiting = waiting;
            this.admitted = admitted;
            this.refused = refused;
            this.waits = waits;
            this.waitedNanos = waitedNanos;
        }

        Values withoutGauges() {
            return new Values(0, 0, 0, admitted, refused, waits, waitedNanos);
        }

        /** With what one limit shows now, and what it has counted since {@code before}. */
        Values plus(LimitSnapshot now, LimitSnapshot before) {
            return new Values(
                    Math.max(limit, now.limit()),
                    inFlight + now.inFlight(),
                    waiting + now.waiting(),
                    admitted + now.admitted() - (before == null ? 0 : before.admitted()),
                    refused + now.refused() - (before == null ? 0 : before.refused()),
                    waits + now.waits() - (before == null ? 0 : before.waits()),
                    waitedNanos + now.waitedNanos() - (before == null ? 0 : before.waitedNanos()));
        }
    }

    /** One name, and its values as last looked at. */
    static final class Total {
        final LimiterKey name;
        volatile Values values = Values.ZERO;
        private int limits;

        private Total(LimiterKey name) {
            this.name = name;
        }
    }

    private static final class Source {
        final Total total;
        LimitSnapshot seen;

        Source(Total total) {
            this.total = total;
            total.limits++;
        }
    }

    private final Map<LimiterKey, Source> sources = new HashMap<>();
    private final Map<LimiterKey, Total> totals = new HashMap<>();

    boolean contains(Total total) {
        return totals.get(total.name) == total;
    }

    Collection<Total> totals() {
        return totals.values();
    }

    /** Takes over what {@code snapshots} show. */
    void update(List<LimitSnapshot> snapshots) {
        Map<LimiterKey, LimitSnapshot> shown = new LinkedHashMap<>();
        for (LimitSnapshot snapshot : snapshots) {
            // References that share a counter show it once each, maybe with limits of their own.
            shown.merge(snapshot.key(), snapshot, (one, other) -> other.limit() > one.limit() ? other : one);
        }
        sources.entrySet().removeIf(source -> !shown.containsKey(source.getKey()) && isLast(source.getValue()));
        totals.values().removeIf(total -> total.limits == 0);
        Map<Total, Values> next = new HashMap<>();
        shown.forEach((key, now) -> {
            Source source = sources.computeIfAbsent(key, added -> new Source(total(added)));
            LimitSnapshot before = source.seen;
            // A limit that was made anew begins at 0.
            boolean anew = before == null || now.ageNanos() < before.ageNanos();
            Values values = next.computeIfAbsent(source.total, total -> total.values.withoutGauges());
            next.put(source.total, values.plus(now, anew ? null : before));
            source.seen = now;
        });
        next.forEach((total, values) -> total.values = values);
    }

    private static boolean isLast(Source source) {
        source.total.limits--;
        return true;
    }

    private Total total(LimiterKey key) {
        LimiterKey name = new LimiterKey(
                key.kind(), key.service(), method(key.method()), key.provider().isEmpty() ? NONE : key.provider());
        if (!totals.containsKey(name) && (totals.size() >= MOST_TOTALS || hasEnoughMethods(name))) {
            name = new LimiterKey(key.kind(), key.service(), OTHER, OTHER);
        }
        return totals.computeIfAbsent(name, Total::new);
    }

    private static String method(String counted) {
        if (counted.isEmpty()) {
            return ALL;
        }
        return counted.equals("*") ? OTHER : counted;
    }

    private boolean hasEnoughMethods(LimiterKey name) {
        return totals.keySet().stream()
                        .filter(other -> other.kind() == name.kind()
                                && other.service().equals(name.service())
                                && !other.method().equals(OTHER)
                                && !other.method().equals(name.method()))
                        .map(LimiterKey::method)
                        .distinct()
                        .count()
                >= MOST_METHODS;
    }
}
