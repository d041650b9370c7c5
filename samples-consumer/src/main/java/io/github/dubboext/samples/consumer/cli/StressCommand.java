package io.github.dubboext.samples.consumer.cli;

import io.github.dubboext.samples.consumer.client.OrderClient;
import io.github.dubboext.samples.consumer.client.OrderTarget;
import io.github.dubboext.samples.consumer.client.Strategies;
import io.github.dubboext.samples.consumer.lab.Application;
import io.github.dubboext.samples.consumer.lab.Lab;
import io.github.dubboext.samples.consumer.load.LoadGenerator;
import io.github.dubboext.samples.consumer.load.LoadPlan;
import io.github.dubboext.samples.consumer.load.LoadResult;
import io.github.dubboext.samples.consumer.load.Outcome;
import io.github.dubboext.samples.consumer.load.Sample;
import io.github.dubboext.samples.consumer.report.CsvReport;
import io.github.dubboext.samples.consumer.report.JsonReport;
import io.github.dubboext.samples.consumer.report.StrategyResult;
import io.github.dubboext.samples.consumer.report.StressReport;
import io.github.dubboext.samples.consumer.report.TableReport;
import io.github.dubboext.samples.runtime.BadInput;
import io.github.dubboext.samples.runtime.Cleanup;
import io.github.dubboext.samples.runtime.DubboJvm;
import io.github.dubboext.samples.runtime.Given;
import io.github.dubboext.samples.runtime.HostPort;
import io.github.dubboext.samples.runtime.Loopback;
import io.github.dubboext.samples.runtime.MetricsOption;
import io.github.dubboext.samples.runtime.ZooKeeperCheck;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.apache.dubbo.common.Version;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The stress test: the same load with one strategy after the other, and a table that sets them side by side. */
@Command(name = "stress", description = "Makes the same load with one strategy after the other and compares them.")
final class StressCommand implements Callable<Integer> {
    private static final List<String> DEFAULT_PROVIDERS =
            List.of("--weight 100 --delay 5ms", "--weight 200 --delay 5ms", "--weight 300 --delay 25ms");

    /** How long to look for providers: those of others, and those that were just seen to be ready. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private static final Duration STARTED_PATIENCE = Duration.ofSeconds(60);

    @Spec
    private CommandSpec spec;

    @Mixin
    private StressOptions options;

    @Mixin
    private MetricsOption metrics;

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

    private Path json;
    private Path csv;

    private HostPort zooKeeper;

    @Option(
            names = "--zookeeper",
            paramLabel = "HOST:PORT",
            description = "The registry (default: 127.0.0.1:2181; with --start-all: one of its own).")
    void zooKeeper(String text) {
        zooKeeper = text == null ? null : Given.hostPort("--zookeeper", text);
    }

    @Option(names = "--json", paramLabel = "FILE", description = "Write the figures there as JSON.")
    void json(String text) {
        json = text == null ? null : Given.writableFile("--json", text);
    }

    @Option(names = "--csv", paramLabel = "FILE", description = "Write the figures there as CSV.")
    void csv(String text) {
        csv = text == null ? null : Given.writableFile("--csv", text);
    }

    @Override
    public Integer call() throws InterruptedException, IOException {
        options.requireConsistent();
        if (!startAll && !(providers.isEmpty() && without.isEmpty())) {
            throw new BadInput("--provider and --without: only with --start-all");
        }
        if (startAll && providers.isEmpty()) {
            providers = DEFAULT_PROVIDERS;
        }
        Path log = DubboJvm.prepare(ConsumerMain.class, "consumer");
        if (startAll || zooKeeper == null || Loopback.isLoopback(zooKeeper.host())) {
            Loopback.pin();
        }
        List<String> strategies = Strategies.parse("--loadbalance", loadbalance, Strategies.available());
        out().println("Dubbo's log: " + log.getParent());
        try (Cleanup cleanup = Cleanup.atExit()) {
            metrics.serve(cleanup, out()::println);
            HostPort registry = startAll ? startAll(cleanup) : reachable();
            Instant started = Instant.now();
            List<StrategyResult> results = new ArrayList<>();
            for (String strategy : strategies) {
                results.add(run(cleanup, registry, strategy, options.plan(results.isEmpty())));
            }
            write(new StressReport(commandLine(), started, environment(), List.copyOf(results)));
        }
        return 0;
    }

    private HostPort startAll(Cleanup cleanup) throws InterruptedException {
        if (zooKeeper != null) {
            ZooKeeperCheck.requireReachable(zooKeeper);
        }
        Lab lab = Lab.open(cleanup, zooKeeper);
        out().println("ZooKeeper: " + lab.registry() + (zooKeeper == null ? " (started)" : ""));
        Application provider = Application.builtProvider(ConsumerMain.class).without(without, lab.folder());
        List<List<String>> optionsOfEach = providers.stream()
                .map(text -> List.of(text.trim().split("\\s+")))
                .toList();
        lab.startProviders(provider, optionsOfEach, line -> out().println("Provider: " + line));
        return lab.registry();
    }

    private HostPort reachable() {
        HostPort registry = zooKeeper == null ? new HostPort(Loopback.HOST, 2181) : zooKeeper;
        ZooKeeperCheck.requireReachable(registry);
        return registry;
    }

    private StrategyResult run(Cleanup cleanup, HostPort registry, String strategy, LoadPlan plan)
            throws InterruptedException {
        OrderClient client = cleanup.open(() -> new OrderClient(registry));
        client.start(options.reference(strategy));
        SortedMap<String, Integer> weights = startAll
                ? client.awaitProviders(providers.size(), STARTED_PATIENCE)
                : client.awaitProviders(1, PATIENCE);
        LoadGenerator generator = cleanup.open(() -> new LoadGenerator(plan, new OrderTarget(client.service())));
        LoadResult load = generator.run(sample -> out().println(progress(strategy, sample)));
        client.close();
        return new StrategyResult(strategy, weights, load);
    }

    private static String progress(String strategy, Sample sample) {
        return String.format(
                Locale.ROOT,
                "%-16s %3d s  %,6.0f calls/s  p99 %.1f ms  refused %,d  failed %,d",
                strategy,
                Math.round(sample.toMillis() / 1000.0),
                sample.callsPerSecond(),
                sample.latencies().millisAt(99),
                sample.count(Outcome.Group.REFUSED),
                sample.count(Outcome.Group.FAILED));
    }

    private void write(StressReport report) throws IOException {
        out().println();
        out().print(TableReport.of(report));
        out().flush();
        if (json != null) {
            Files.writeString(json, JsonReport.of(report));
        }
        if (csv != null) {
            Files.writeString(csv, CsvReport.of(report));
        }
    }

    private String commandLine() {
        return String.join(" ", spec.commandLine().getParseResult().originalArgs());
    }

    private static Map<String, String> environment() {
        Map<String, String> environment = new TreeMap<>();
        environment.put("dubbo", Version.getVersion());
        environment.put("java", System.getProperty("java.runtime.version"));
        environment.put("os", System.getProperty("os.name") + " " + System.getProperty("os.arch"));
        environment.put("processors", Integer.toString(Runtime.getRuntime().availableProcessors()));
        return environment;
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }
}
