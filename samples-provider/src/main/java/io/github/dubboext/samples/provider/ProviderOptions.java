package io.github.dubboext.samples.provider;

import io.github.dubboext.samples.runtime.Given;
import io.github.dubboext.samples.runtime.HostPort;
import io.github.dubboext.samples.runtime.Loopback;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.dubbo.common.utils.NetUtils;
import picocli.CommandLine.Option;

/** The provider's command line, checked option by option. */
final class ProviderOptions {
    private static final Duration NONE = Duration.ZERO;
    private static final Duration DAY = Duration.ofHours(24);

    private HostPort zooKeeper;
    private Integer embeddedPort;
    private String host;
    private int port;
    private final Map<String, Object> properties = new HashMap<>();
    private String summary = "";

    @Option(
            names = "--zookeeper",
            defaultValue = "127.0.0.1:2181",
            paramLabel = "HOST:PORT",
            description = "The registry (default: ${DEFAULT-VALUE}).")
    void zooKeeper(String text) {
        zooKeeper = Given.hostPort("--zookeeper", text);
    }

    @Option(
            names = "--embedded-zookeeper",
            arity = "0..1",
            fallbackValue = "2181",
            paramLabel = "PORT",
            description = "Start a ZooKeeper server in this process and register there (without PORT: 2181).")
    void embeddedZooKeeper(String text) {
        embeddedPort = text == null ? null : (Integer) Given.integer("--embedded-zookeeper", text, 1, 65535);
    }

    @Option(
            names = "--host",
            paramLabel = "ADDRESS",
            description =
                    "The address of this machine that consumers are told to call (default: 127.0.0.1 with a ZooKeeper on this"
                            + " machine, else what Dubbo finds).")
    void host(String text) {
        host = text;
    }

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "20880",
            description = "The port to listen on (default: 20880).")
    void port(String text) {
        port = Given.integer("--port", text, 1, 65535);
    }

    @Option(
            names = "--protocol",
            paramLabel = "NAME",
            defaultValue = "dubbo",
            description = "dubbo or tri (default: dubbo).")
    void protocol(String text) {
        properties.put("protocol", Given.oneOf("--protocol", text, "dubbo", "tri"));
    }

    @Option(
            names = "--register-mode",
            paramLabel = "MODE",
            defaultValue = "all",
            description = "How to register: interface, instance (application level) or all (default: all, as Dubbo).")
    void registerMode(String text) {
        properties.put("register-mode", Given.oneOf("--register-mode", text, "interface", "instance", "all"));
    }

    @Option(
            names = "--weight",
            paramLabel = "N",
            defaultValue = "100",
            description = "Share of the calls (default: 100).")
    void weight(String text) {
        // The upper end is Dubbo's own: weights are ints.
        properties.put("weight", Given.integer("--weight", text, 0, Integer.MAX_VALUE));
        summary += ", weight " + text;
    }

    @Option(
            names = "--warmup",
            defaultValue = "10m",
            paramLabel = "DURATION",
            description = "How long the weight takes to rise from 1 after the start (default: 10m, as Dubbo).")
    void warmup(String text) {
        properties.put("warmup", Given.duration("--warmup", text, NONE, DAY).toMillis());
    }

    @Option(
            names = "--delay",
            defaultValue = "0ms",
            paramLabel = "DURATION",
            description = "What a lookup takes (default: 0ms).")
    void delay(String text) {
        properties.put(
                "delay.millis", Given.duration("--delay", text, NONE, DAY).toMillis());
        summary += ", delay " + text;
    }

    @Option(
            names = "--fail",
            defaultValue = "0",
            paramLabel = "SHARE",
            description = "Share of the lookups that throw an undeclared exception, 0 to 1 (default: 0).")
    void fail(String text) {
        properties.put("fail", Given.fraction("--fail", text));
    }

    @Option(
            names = "--executes",
            paramLabel = "N",
            defaultValue = "0",
            description = "Calls of a method at a time; 0 = any number.")
    void executes(String text) {
        properties.put("executes", Given.integer("--executes", text, 0, 1_000_000));
    }

    @Option(
            names = "--executes-queue",
            paramLabel = "N",
            defaultValue = "0",
            description = "Calls that may wait for --executes; needs dubbo-limit-filters.")
    void executesQueue(String text) {
        properties.put("executes.queue", Given.integer("--executes-queue", text, 0, 1_000_000));
    }

    @Option(
            names = "--refuse-every",
            paramLabel = "N",
            defaultValue = "0",
            description = "A limit inside that of Dubbo refuses one lookup of so many; 0 = none.")
    void refuseEvery(String text) {
        properties.put("refuse.every", Given.integer("--refuse-every", text, 0, 1_000_000));
    }

    @Option(
            names = "--tps",
            paramLabel = "N",
            defaultValue = "0",
            description = "Calls per --tps-interval; 0 = any number.")
    void tps(String text) {
        properties.put("tps", Given.integer("--tps", text, 0, Integer.MAX_VALUE));
    }

    @Option(
            names = "--tps-interval",
            defaultValue = "1m",
            paramLabel = "DURATION",
            description = "The window of --tps (default: 1m, as Dubbo).")
    void tpsInterval(String text) {
        properties.put(
                "tps.interval",
                Given.duration("--tps-interval", text, Duration.ofMillis(1), DAY)
                        .toMillis());
    }

    @Option(
            names = "--accepts",
            paramLabel = "N",
            defaultValue = "0",
            description = "Connections at a time; 0 = any number.")
    void accepts(String text) {
        properties.put("accepts", Given.integer("--accepts", text, 0, 1_000_000));
    }

    boolean embedsZooKeeper() {
        return embeddedPort != null;
    }

    int embeddedPort() {
        return embeddedPort;
    }

    HostPort zooKeeper() {
        return zooKeeper;
    }

    int port() {
        return port;
    }

    /** The address to register. Settles Dubbo's own idea of it too, so it has to be asked before Dubbo starts. */
    String settleHost() {
        boolean allOnThisMachine = embedsZooKeeper() || Loopback.isLoopback(zooKeeper.host());
        if (host == null ? allOnThisMachine : Loopback.isLoopback(host)) {
            Loopback.pin();
            return Loopback.HOST;
        }
        return host == null ? NetUtils.getLocalHost() : host;
    }

    /** Where an embedded ZooKeeper listens: reachable for whoever is told to call {@code --host}. */
    String zooKeeperHost() {
        return host == null ? Loopback.HOST : host;
    }

    /** The values for the placeholders of the XML. */
    Map<String, Object> properties(HostPort registry, String registeredHost) {
        Map<String, Object> all = new HashMap<>(properties);
        all.put("zookeeper", registry.toString());
        all.put("host", registeredHost);
        all.put("port", port);
        return all;
    }

    String describe(String registeredHost) {
        return properties.get("protocol") + "://" + registeredHost + ":" + port + summary;
    }
}
