package io.github.dubboext.docs;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.github.dubboext.docs.Page.Piece;
import io.github.dubboext.limit.core.LimiterKey.Kind;
import io.github.dubboext.limit.dubbo.RuleFields;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.dubbo.common.extension.SPI;
import org.apache.dubbo.rpc.Invoker;
import org.apache.dubbo.rpc.RpcInvocation;
import org.apache.dubbo.rpc.cluster.LoadBalance;
import org.apache.dubbo.rpc.model.FrameworkModel;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** The table of keys in the README against what the code asks for, and what it does without an answer. */
class KeysTest {
    /** Dubbo's own, which the strategies heed, and the README does not explain. */
    private static final Set<String> OF_DUBBO =
            Set.of("timestamp", "timeout", "return", "interface", "group", "version", "reference.filter");

    private static final Pattern TOLD =
            Pattern.compile("(\\S+): \\?! \\(expected: .*; using (.*?)(, dubbo version.*)?");

    private record Row(String side, Piece value) {
        String defaultValue() {
            return value.text();
        }
    }

    private final Map<String, Row> table = table();

    private static Map<String, Row> table() {
        List<List<Piece>> rows = Page.of("README.md").tables().stream()
                .filter(table -> table.get(0).get(0).text().equals("key"))
                .collect(Collectors.collectingAndThen(Collectors.toList(), tables -> {
                    assertThat(tables).as("tables of keys").hasSize(1);
                    return tables.get(0);
                }));
        Map<String, Row> byKey = new LinkedHashMap<>();
        rows.stream().skip(1).forEach(row -> {
            assertThat(row.get(0).code()).hasSize(1);
            Row before = byKey.put(row.get(0).text(), new Row(row.get(1).text(), row.get(2)));
            assertThat(before).as(row.get(0).text()).isNull();
        });
        return byKey;
    }

    @Test
    void loadBalancers_askForTheKeysOfTheTable_andFallBackOnItsDefaults() throws Exception {
        Map<String, String> fallbacks = new TreeMap<>();
        Map<String, String> bad = new HashMap<>();
        RecordingUrl.asked().clear();
        // The first round finds the keys, the second says of each what it cannot use.
        for (int round = 0; round < 2; round++) {
            fallbacks.putAll(fallbacksOfLoadBalancers(bad));
            RecordingUrl.asked().stream().filter(key -> !OF_DUBBO.contains(key)).forEach(key -> bad.put(key, "?!"));
        }
        fallbacks.put("loadbalance", LoadBalance.class.getAnnotation(SPI.class).value());
        fallbacks.keySet().removeAll(OF_DUBBO);

        assertThat(bad.keySet()).as("each key is told when it is bad").isSubsetOf(fallbacks.keySet());
        Map<String, String> documented = new TreeMap<>();
        table.forEach((key, row) -> {
            if (row.side().equals("lb")) {
                documented.put(key, row.defaultValue());
            }
        });
        assertThat(documented).isEqualTo(fallbacks);
    }

    private static Map<String, String> fallbacksOfLoadBalancers(Map<String, String> parameters) throws Exception {
        Properties names = new Properties();
        names.load(LoadBalance.class.getResourceAsStream("/META-INF/dubbo/" + LoadBalance.class.getName()));
        Logger logger = (Logger) LoggerFactory.getLogger("io.github.dubboext.lb");
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        logger.setAdditive(false);
        logger.addAppender(log);
        FrameworkModel framework = new FrameworkModel();
        try {
            List<Invoker<Object>> invokers = IntStream.range(0, 3)
                    .<Invoker<Object>>mapToObj(i -> new IdleInvoker(new RecordingUrl(i, parameters)))
                    .toList();
            for (String name : names.stringPropertyNames()) {
                framework
                        .newApplication()
                        .getExtensionLoader(LoadBalance.class)
                        .getExtension(name)
                        .select(
                                invokers,
                                invokers.get(0).getUrl(),
                                new RpcInvocation(
                                        null,
                                        "getOrderInfo",
                                        "com.example.OrderService",
                                        "",
                                        new Class<?>[] {long.class},
                                        new Object[] {1L}));
            }
        } finally {
            framework.destroy();
            logger.detachAppender(log);
            logger.setAdditive(true);
        }
        Map<String, String> used = new HashMap<>();
        for (ILoggingEvent event : log.list) {
            Matcher told = TOLD.matcher(
                    event.getFormattedMessage().replace("[DUBBO]", "").trim());
            if (told.matches()) {
                used.put(told.group(1), told.group(2));
            }
        }
        return used;
    }

    @Test
    void limits_doWithoutAValueWhatTheDefaultOfTheTableDoes_onTheSidesItSays() {
        Map<String, String> sides = new TreeMap<>();
        for (Kind kind : Kind.values()) {
            String side = kind == Kind.ACTIVES ? "consumer" : "provider";
            RecordingUrl.asked().clear();
            RuleFields.read(kind, new RecordingUrl(1, Map.of()));
            Set<String> keys = new TreeSet<>(RecordingUrl.asked());
            keys.removeAll(OF_DUBBO);
            for (String key : keys) {
                assertThat(table).containsKey(key);
                if (changesSomething(kind, key)) {
                    sides.merge(key, side, (one, other) -> one.equals(other) ? one : "both");
                }
            }
        }
        Map<String, String> documented = new TreeMap<>();
        table.forEach((key, row) -> {
            if (!row.side().equals("lb")) {
                documented.put(key, row.side());
            }
        });
        assertThat(documented).isEqualTo(sides);
    }

    private String defaultOf(Kind kind, String key) {
        List<String> code = table.get(key).value().code();
        if (key.equals("limit.refuse")) { // `throw`, of `tps`: `result`
            assertThat(code).hasSize(3).element(1).isEqualTo("tps");
            return code.get(kind == Kind.TPS ? 2 : 0);
        }
        assertThat(code).as(key).hasSize(1);
        return key.equals("tps.burst") && code.get(0).equals("tps") ? "7" : code.get(0);
    }

    /** Whether {@code key} matters for this limit; and its default in the table must be what no value at all is. */
    private boolean changesSomething(Kind kind, String key) {
        String value = defaultOf(kind, key);
        Map<String, String> given = new HashMap<>();
        if (!Set.of("executes", "actives", "tps").contains(key)) {
            given.putAll(Map.of("executes", "7", "actives", "7", "tps", "7"));
        }
        Map<String, Object> without = RuleFields.read(kind, new RecordingUrl(1, given));
        given.put(key, value);
        assertThat(RuleFields.read(kind, new RecordingUrl(1, given)))
                .as("%s=%s is the default", key, value)
                .isEqualTo(without);
        given.put(key, other(value));
        return !RuleFields.read(kind, new RecordingUrl(1, given)).equals(without);
    }

    private static String other(String value) {
        return switch (value) {
            case "throw" -> "result";
            case "result" -> "throw";
            case "strict" -> "pace";
            case "false" -> "true";
            default -> String.valueOf(Integer.parseInt(value) + 2);
        };
    }
}
