package io.github.dubboext.limit.qos;

import io.github.dubboext.limit.core.LimitSnapshot;
import io.github.dubboext.limit.core.LimiterKey;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.dubbo.qos.textui.TTable;
import org.apache.dubbo.qos.textui.TTable.Align;
import org.apache.dubbo.qos.textui.TTable.ColumnDefine;

/** The answer of {@code limits}: one line for each key, as a table or as JSON. Immutable. */
final class LimitReport {

    private static final Comparator<LimiterKey> BY_KEY = Comparator.comparing(LimiterKey::service)
            .thenComparing(LimiterKey::method)
            .thenComparing(LimiterKey::kind)
            .thenComparing(LimiterKey::provider);

    private final Collection<LimitSnapshot> limits;
    private final String service;
    private final long nowMillis;

    /** @param service only services whose key contains this */
    LimitReport(List<LimitSnapshot> snapshots, String service, long nowMillis) {
        // References that share a counter show it once each, maybe with limits of their own.
        Map<LimiterKey, LimitSnapshot> sorted = new TreeMap<>(BY_KEY);
        for (LimitSnapshot snapshot : snapshots) {
            if (snapshot.key().service().contains(service)) {
                sorted.merge(snapshot.key(), snapshot, (one, other) -> other.limit() > one.limit() ? other : one);
            }
        }
        this.limits = sorted.values();
        this.service = service;
        this.nowMillis = nowMillis;
    }

    String text() {
        if (limits.isEmpty()) {
            return service.isEmpty()
                    ? "No limit in use has had a call yet."
                    : "Nothing matches " + service + " among the limits in use that have had a call.";
        }
        TTable table = new TTable(new ColumnDefine[] {
            new ColumnDefine(Align.LEFT),
            new ColumnDefine(Align.LEFT),
            new ColumnDefine(Align.LEFT),
            new ColumnDefine(Align.LEFT),
            new ColumnDefine(Align.RIGHT),
            new ColumnDefine(Align.RIGHT),
            new ColumnDefine(Align.RIGHT),
            new ColumnDefine(Align.RIGHT),
            new ColumnDefine(Align.RIGHT),
            new ColumnDefine(Align.LEFT)
        });
        table.padding(1);
        table.addRow(
                "service",
                "method",
                "key",
                "provider",
                "limit",
                "in flight",
                "waiting",
                "admitted",
                "refused",
                "since");
        for (LimitSnapshot limit : limits) {
            table.addRow(
                    limit.key().service(),
                    limit.key().method().isEmpty() ? "(all)" : limit.key().method(),
                    kind(limit),
                    limit.key().provider(),
                    limit.limit() == 0 ? "off" : limit.limit() + (limit.dryRun() ? " (dry run)" : ""),
                    limit.inFlight(),
                    limit.waiting(),
                    limit.admitted(),
                    limit.refused(),
                    since(limit));
        }
        return table.rendering();
    }

    String json() {
        return limits.stream().map(this::json).collect(Collectors.joining(",", "[", "]"));
    }

    private String json(LimitSnapshot limit) {
        return "{\"service\":" + quoted(limit.key().service())
                + ",\"method\":" + quoted(limit.key().method())
                + ",\"key\":" + quoted(kind(limit))
                + ",\"provider\":" + quoted(limit.key().provider())
                + ",\"limit\":" + limit.limit()
                + ",\"dryRun\":" + limit.dryRun()
                + ",\"inFlight\":" + limit.inFlight()
                + ",\"waiting\":" + limit.waiting()
                + ",\"admitted\":" + limit.admitted()
                + ",\"refused\":" + limit.refused()
                + ",\"since\":" + quoted(since(limit)) + "}";
    }

    private static String kind(LimitSnapshot limit) {
        return limit.key().kind().name().toLowerCase(Locale.ROOT);
    }

    private String since(LimitSnapshot limit) {
        return Instant.ofEpochMilli(nowMillis - limit.ageNanos() / 1_000_000)
                .truncatedTo(ChronoUnit.SECONDS)
                .toString();
    }

    /** Method names can be made up by callers. */
    private static String quoted(String text) {
        StringBuilder json = new StringBuilder(text.length() + 2).append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                json.append('\\').append(c);
            } else if (c < ' ' || Character.isSurrogate(c)) {
                json.append(String.format("\\u%04x", (int) c));
            } else {
                json.append(c);
            }
        }
        return json.append('"').toString();
    }
}
