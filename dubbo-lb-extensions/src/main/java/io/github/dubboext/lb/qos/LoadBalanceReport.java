package io.github.dubboext.lb.qos;

import io.github.dubboext.lb.stats.MethodSnapshot;
import io.github.dubboext.lb.stats.ProviderSnapshot;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.dubbo.qos.textui.TTable;
import org.apache.dubbo.qos.textui.TTable.Align;
import org.apache.dubbo.qos.textui.TTable.ColumnDefine;

/** The answer of {@code loadbalance}: a table for each service and method, or JSON. Immutable. */
final class LoadBalanceReport {
    private final List<MethodSnapshot> methods;
    private final String service;

    /** @param service only services whose key contains this */
    LoadBalanceReport(List<MethodSnapshot> snapshots, String service) {
        this.service = service;
        this.methods = snapshots.stream()
                .filter(method -> method.service().contains(service))
                .sorted(Comparator.comparing(MethodSnapshot::service)
                        .thenComparing(MethodSnapshot::method)
                        .thenComparing(MethodSnapshot::strategy))
                .collect(Collectors.toList());
    }

    String text() {
        if (methods.isEmpty()) {
            return service.isEmpty()
                    ? "No call of the last minute was balanced by this jar (a list of one provider needs no balancing)."
                    : "Nothing matches " + service + " among the calls that this jar balanced in the last minute.";
        }
        return methods.stream().map(LoadBalanceReport::text).collect(Collectors.joining("\n"));
    }

    private static String text(MethodSnapshot method) {
        TTable table = new TTable(new ColumnDefine[] {
            new ColumnDefine(Align.LEFT),
            new ColumnDefine(Align.RIGHT),
            new ColumnDefine(Align.RIGHT),
            new ColumnDefine(Align.RIGHT),
            new ColumnDefine(Align.RIGHT),
            new ColumnDefine(Align.RIGHT),
            new ColumnDefine(Align.LEFT)
        });
        table.padding(1);
        table.addRow("provider", "weight", "in flight", "ewma", "picks", "last minute", "why");
        long lastMinute = method.picksLastMinute();
        for (ProviderSnapshot provider : method.providers()) {
            table.addRow(
                    provider.address(),
                    provider.effectiveWeight() == provider.weight()
                            ? String.valueOf(provider.weight())
                            : provider.effectiveWeight() + " of " + provider.weight(),
                    provider.isCounted() ? String.valueOf(provider.inFlight()) : "-",
                    provider.ewmaNanos() > 0 ? String.format(Locale.ROOT, "%.2f ms", provider.ewmaNanos() / 1e6) : "-",
                    provider.picks(),
                    lastMinute == 0
                            ? "-"
                            : String.format(Locale.ROOT, "%.1f %%", 100.0 * provider.picksLastMinute() / lastMinute),
                    provider.why());
        }
        return method.service() + "." + (method.method().isEmpty() ? "(other methods)" : method.method()) + ": "
                + method.strategy() + ", " + method.providers().size() + " providers, " + lastMinute
                + " picks in the last minute, " + method.redraws() + " re-draws, " + method.rebuilds() + " rebuilds\n"
                + table.rendering();
    }

    String json() {
        return methods.stream().map(LoadBalanceReport::json).collect(Collectors.joining(",", "[", "]"));
    }

    private static String json(MethodSnapshot method) {
        long lastMinute = method.picksLastMinute();
        return "{\"service\":" + quoted(method.service())
                + ",\"method\":" + quoted(method.method())
                + ",\"strategy\":" + quoted(method.strategy())
                + ",\"picksLastMinute\":" + lastMinute
                + ",\"redraws\":" + method.redraws()
                + ",\"rebuilds\":" + method.rebuilds()
                + ",\"providers\":"
                + method.providers().stream()
                        .map(provider -> json(provider, lastMinute))
                        .collect(Collectors.joining(",", "[", "]"))
                + "}";
    }

    /** What nobody counts or knows is null. */
    private static String json(ProviderSnapshot provider, long picksLastMinute) {
        return "{\"provider\":" + quoted(provider.address())
                + ",\"weight\":" + provider.weight()
                + ",\"effectiveWeight\":" + provider.effectiveWeight()
                + ",\"inFlight\":" + (provider.isCounted() ? String.valueOf(provider.inFlight()) : "null")
                + ",\"ewmaMillis\":"
                + (provider.ewmaNanos() > 0 ? String.format(Locale.ROOT, "%.3f", provider.ewmaNanos() / 1e6) : "null")
                + ",\"picks\":" + provider.picks()
                + ",\"shareLastMinute\":"
                + (picksLastMinute == 0
                        ? "null"
                        : String.format(Locale.ROOT, "%.4f", (double) provider.picksLastMinute() / picksLastMinute))
                + ",\"why\":" + quoted(provider.why()) + "}";
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
