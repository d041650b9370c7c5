package io.github.dubboext.samples.consumer.cli;

import io.github.dubboext.samples.consumer.load.LoadPlan;
import io.github.dubboext.samples.runtime.BadInput;
import io.github.dubboext.samples.runtime.Given;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;

/** What {@code compare} is to compare: strategies, providers, load, and how the reference is set up. */
final class StressOptions {
    private static final List<String> DEFAULT_PROVIDERS =
            List.of("--weight 100 --delay 5ms", "--weight 200 --delay 5ms", "--weight 300 --delay 25ms");

    private static final Duration MILLI = Duration.ofMillis(1);
    private static final Duration DAY = Duration.ofHours(24);

    private final Map<String, Object> reference = new HashMap<>();
    private int threads;
    private Duration duration;
    private Duration warmup;
    private long maxCalls;
    private int callsPerSecond;

    @Option(
            names = "--start-all",
            description =
                    "Start the providers, and a ZooKeeper server unless --zookeeper names one; stop them at the end.")
    private boolean startAll;

    @Option(
            names = "--provider",
            paramLabel = "OPTIONS",
            description =
                    "With --start-all: the options of one provider, for example \"--weight 300 --executes 5\"; once"
                            + " for each provider (default: three, weights 100, 200, 300, the last one slow).")
    private List<String> providers = List.of();

    @Option(
            names = "--without",
            paramLabel = "JAR",
            split = ",",
            description =
                    "With --start-all: leave a jar off the providers' class path, for example dubbo-limit-filters.")
    private List<String> without = List.of();

    @Option(
            names = "--loadbalance",
            defaultValue = "random,weightedrandom",
            paramLabel = "NAME[,NAME...]",
            description = "The strategies (default: ${DEFAULT-VALUE}).")
    private String loadbalance;

    @Option(names = "--burst", description = "All threads start each round of calls from one barrier.")
    private boolean burst;

    @Option(names = "--async", description = "Calls through CompletableFuture.")
    private boolean async;

    @Option(
            names = "--threads",
            paramLabel = "N",
            defaultValue = "30",
            description = "Callers at a time (default: 30).")
    void threads(String text) {
        threads = Given.integer("--threads", text, 1, 10_000);
    }

    @Option(
            names = "--duration",
            defaultValue = "10s",
            paramLabel = "DURATION",
            description = "Measured time for each strategy (default: 10s).")
    void duration(String text) {
        duration = Given.duration("--duration", text, MILLI, DAY);
    }

    @Option(
            names = "--warmup",
            defaultValue = "6s",
            paramLabel = "DURATION",
            description =
                    "The same load before it, not counted: that long before the first strategy, while the JVM is cold,"
                            + " a third of it before each further one (default: 6s).")
    void warmup(String text) {
        warmup = Given.duration("--warmup", text, Duration.ZERO, DAY);
    }

    @Option(
            names = "--calls",
            paramLabel = "N",
            defaultValue = "0",
            description = "End a strategy's run after so many calls; 0 = by --duration alone.")
    void calls(String text) {
        maxCalls = Given.integer("--calls", text, 0, Integer.MAX_VALUE);
    }

    @Option(
            names = "--rate",
            paramLabel = "N/s",
            description =
                    "Calls arrive on this schedule, whether or not earlier ones were answered; latency counts from"
                            + " when a call was due. Without it each thread calls again when it has its answer.")
    void rate(String text) {
        callsPerSecond = text == null ? 0 : Given.rate("--rate", text, 1_000_000);
    }

    @Option(
            names = "--actives",
            defaultValue = "0",
            paramLabel = "N",
            description = "Calls under way to one provider at a time; 0 = any number.")
    void actives(String text) {
        reference.put("actives", Given.integer("--actives", text, 0, 1_000_000));
    }

    @Option(
            names = "--connections",
            defaultValue = "0",
            paramLabel = "N",
            description = "Connections to each provider; 0 = one, shared.")
    void connections(String text) {
        reference.put("connections", Given.integer("--connections", text, 0, 10_000));
    }

    @Option(names = "--lazy", description = "Connect at the first call.")
    void lazy(boolean lazy) {
        reference.put("lazy", lazy);
    }

    @Option(
            names = "--timeout",
            defaultValue = "1s",
            paramLabel = "DURATION",
            description = "How long to wait for an answer (default: 1s, as Dubbo).")
    void timeout(String text) {
        reference.put("timeout", Given.duration("--timeout", text, MILLI, DAY).toMillis());
    }

    @Option(
            names = "--retries",
            defaultValue = "2",
            paramLabel = "N",
            description = "Further attempts after a failed one (default: 2, as Dubbo).")
    void retries(String text) {
        reference.put("retries", Given.integer("--retries", text, 0, 100));
    }

    boolean startsAll() {
        return startAll;
    }

    String loadbalance() {
        return loadbalance;
    }

    /** Options of each that is to be started; none where they are there already. */
    List<String> providers() {
        return startAll && providers.isEmpty() ? DEFAULT_PROVIDERS : providers;
    }

    List<String> without() {
        return without;
    }

    void requireConsistent() {
        if (!startAll && !(providers.isEmpty() && without.isEmpty())) {
            throw new BadInput("--provider and --without: only with --start-all");
        }
        if (burst && callsPerSecond > 0) {
            throw new BadInput("--burst and --rate exclude each other: a round starts when the last one has ended");
        }
    }

    LoadPlan plan() {
        return new LoadPlan(threads, warmup, duration, maxCalls, callsPerSecond, burst, async);
    }

    /** Values for the placeholders of the XML. */
    Map<String, Object> reference() {
        return Map.copyOf(reference);
    }
}
