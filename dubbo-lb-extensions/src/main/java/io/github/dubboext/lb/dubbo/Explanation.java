package io.github.dubboext.lb.dubbo;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.dubbo.common.logger.Logger;
import org.apache.dubbo.common.logger.LoggerFactory;
import org.apache.dubbo.rpc.Invocation;

/**
 * A line at DEBUG for each pick of one service: who was drawn, how they stood, and who got the call. On while the logger
 * {@code io.github.dubboext.lb.explain.INTERFACE} is at DEBUG, which is looked at once a second. Immutable.
 */
final class Explanation {
    private static final String LOGGER = "io.github.dubboext.lb.explain.";
    private static final int MOST_SHOWN = 20;

    private final Logger logger;
    private final String what;

    private Explanation(Logger logger, String what) {
        this.logger = logger;
        this.what = what;
    }

    /** Null if nobody wants to know. */
    static Explanation ifWanted(String service, String method) {
        Logger logger = LoggerFactory.getLogger(LOGGER + service);
        return logger.isDebugEnabled() ? new Explanation(logger, service + "." + method) : null;
    }

    /** Picks from {@code table} and tells about it. The words are those of the moment after. */
    int explain(Table<?> table, Invocation invocation, CallLive live) {
        Noting noting = new Noting(live);
        int index = table.draw(invocation, noting);
        StringBuilder line = new StringBuilder(what)
                .append(" -> ")
                .append(index < 0 ? "none" : address(table, index))
                .append(" by ")
                .append(table.method.strategyName())
                .append(" among ")
                .append(table.weights.base.length);
        long key = table.key(invocation);
        if (key != 0) {
            line.append(", key ").append(Long.toHexString(key));
        }
        line.append("; drawn: ");
        String separator = "";
        int left = MOST_SHOWN;
        for (Map.Entry<Integer, Boolean> drawn : noting.drawn.entrySet()) {
            line.append(separator);
            if (left-- == 0) {
                line.append(noting.drawn.size() - MOST_SHOWN).append(" more");
                break;
            }
            line.append(
                    drawn.getValue()
                            ? Snapshots.provider(table, drawn.getKey(), address(table, drawn.getKey()), true)
                            : address(table, drawn.getKey()) + " (not in the list)");
            separator = "; ";
        }
        logger.debug(line.toString());
        return index;
    }

    private static String address(Table<?> table, int index) {
        return Weights.address(table.invoker(index));
    }

    /** What a strategy asks about, in this order. */
    private static final class Noting extends CallLive {
        private final CallLive live;
        private final Map<Integer, Boolean> drawn = new LinkedHashMap<>();

        Noting(CallLive live) {
            this.live = live;
        }

        @Override
        boolean has(int index) {
            boolean in = live == null || live.contains(index);
            drawn.put(index, in);
            return in;
        }
    }
}
