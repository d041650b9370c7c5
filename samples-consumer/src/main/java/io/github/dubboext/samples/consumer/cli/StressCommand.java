package io.github.dubboext.samples.consumer.cli;

import io.github.dubboext.samples.consumer.client.Strategies;
import io.github.dubboext.samples.consumer.lab.Application;
import io.github.dubboext.samples.consumer.lab.ConsumerProcess;
import io.github.dubboext.samples.consumer.scenario.Compare;
import io.github.dubboext.samples.consumer.scenario.Scenario;
import io.github.dubboext.samples.consumer.scenario.Scenarios;
import io.github.dubboext.samples.runtime.BadInput;
import io.github.dubboext.samples.runtime.Cleanup;
import io.github.dubboext.samples.runtime.DubboJvm;
import io.github.dubboext.samples.runtime.Given;
import io.github.dubboext.samples.runtime.HostPort;
import io.github.dubboext.samples.runtime.Loopback;
import io.github.dubboext.samples.runtime.MetricsOption;
import io.github.dubboext.samples.runtime.ParentWatch;
import io.github.dubboext.samples.runtime.TemporaryFolder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The stress test: plays one scenario, or tells what there is. */
@Command(name = "stress", description = "Puts providers under load and shows what strategies and limits do to it.")
final class StressCommand implements Callable<Integer> {
    private static final String LIST = "list";
    private static final String ALL = "all";
    private static final String METRICS = "--metrics-port";

    /** What every scenario understands; the rest describes the load of {@code compare}. */
    private static final Set<String> FOR_ALL = Set.of(
            "--baseline",
            "--short",
            "--report",
            "--json",
            "--csv",
            "--zookeeper",
            METRICS,
            "--start-all",
            "--exit-with-parent");

    /** Exit status where all was played and something was not as expected; 1 and 2 say that it could not be played. */
    static final int NOT_AS_EXPECTED = 3;

    private static final List<String> LIMIT_JAR = List.of("dubbo-limit-filters");

    @Spec
    private CommandSpec spec;

    @Mixin
    private StressOptions options;

    @Mixin
    private ReportOptions reports;

    @Mixin
    private MetricsOption metrics;

    @Parameters(
            index = "0",
            arity = "0..1",
            defaultValue = Compare.NAME,
            paramLabel = "SCENARIO",
            description = "What to play (default: compare); list tells what there is, all plays everything.")
    private String scenario;

    @Option(
            names = "--baseline",
            description = "Play the scenario on Dubbo's own counterpart, of which the same is expected.")
    private boolean baseline;

    @Option(names = "--short", description = "Take about a third of the time; for tests.")
    private boolean inShort;

    @Option(
            names = "--exit-with-parent",
            hidden = true,
            description = "End when standard input ends, so that this JVM never outlives the one that started it.")
    private boolean exitWithParent;

    private HostPort zooKeeper;

    @Option(
            names = "--zookeeper",
            paramLabel = "HOST:PORT",
            description = "The registry (default: one of its own; for compare without --start-all: 127.0.0.1:2181).")
    void zooKeeper(String text) {
        zooKeeper = text == null ? null : Given.hostPort("--zookeeper", text);
    }

    @Override
    public Integer call() throws Exception {
        Terminal terminal = Terminal.of(spec.commandLine().getOut());
        if (scenario.equals(LIST)) {
            terminal.print(Scenarios.list());
            return 0;
        }
        if (exitWithParent) {
            ParentWatch.start();
        }
        requireSensible();
        Path log = DubboJvm.prepare(ConsumerMain.class, "consumer"); // before Dubbo's first class
        try (Cleanup cleanup = Cleanup.atExit()) {
            if (scenario.equals(ALL)) {
                return playAll(cleanup, terminal);
            }
            Scenario chosen = scenario.equals(Compare.NAME) ? compare() : Scenarios.named(scenario);
            if (baseline && chosen.baseline().isEmpty()) {
                throw new BadInput("--baseline: " + scenario
                        + (scenario.equals(Compare.NAME)
                                ? " takes Dubbo's strategies with --loadbalance"
                                : " shows Dubbo itself, there is nothing to set against it"));
            }
            if (baseline && chosen.ofLimits() && limitJarIsThere()) {
                return playWithoutLimits(cleanup, log);
            }
            metrics.serve(cleanup, terminal::say);
            terminal.say("Dubbo's log: " + log.getParent());
            return play(cleanup, terminal, chosen);
        }
    }

    private void requireSensible() {
        options.requireConsistent();
        if (scenario.equals(Compare.NAME)) {
            return;
        }
        for (OptionSpec option : spec.commandLine().getParseResult().matchedOptions()) {
            if (!FOR_ALL.contains(option.longestName())) {
                throw new BadInput(
                        option.longestName() + ": only with compare; " + scenario + " has a load of its own");
            }
        }
    }

    private Scenario compare() {
        List<String> strategies = Strategies.parse("--loadbalance", options.loadbalance(), Strategies.available());
        return new Compare(strategies, options.providers(), options.reference(), options.plan());
    }

    private int play(Cleanup cleanup, Terminal terminal, Scenario chosen) throws Exception {
        boolean ownProviders = !scenario.equals(Compare.NAME) || options.startsAll();
        if (ownProviders || zooKeeper == null || Loopback.isLoopback(zooKeeper.host())) {
            Loopback.pin();
        }
        HostPort registry = zooKeeper == null && !ownProviders ? new HostPort(Loopback.HOST, 2181) : zooKeeper;
        List<String> without = baseline && chosen.ofLimits() ? LIMIT_JAR : options.without();
        Performance performance = new Performance(chosen, baseline, inShort, AsTyped.of(spec));
        return performance.play(cleanup, registry, without, terminal, reports) ? 0 : NOT_AS_EXPECTED;
    }

    /**
     * In a JVM each: none then meets what another has left behind, or compiled.
     *
     * @return 0 if all are as they have to be: passed, or on Dubbo's own failed
     */
    private int playAll(Cleanup cleanup, Terminal terminal) throws InterruptedException {
        Application consumer = Application.builtConsumer(ConsumerMain.class);
        List<String> verdicts = new ArrayList<>();
        boolean asExpected = true;
        for (String name : Scenarios.names()) {
            if (baseline
                    && (name.equals(Compare.NAME)
                            || Scenarios.named(name).baseline().isEmpty())) {
                continue;
            }
            terminal.say("");
            int exit = ConsumerProcess.run(cleanup, consumer, Terminal.jvmOptions(), argumentsOf(name));
            String verdict = exit == 0 ? "PASS " : exit == NOT_AS_EXPECTED ? "FAIL " : "NOT PLAYED ";
            verdicts.add(verdict + name + (baseline && exit == NOT_AS_EXPECTED ? ", as it has to" : "") + "\n");
            asExpected &= exit == (baseline ? NOT_AS_EXPECTED : 0);
        }
        terminal.print("\n" + String.join("", verdicts));
        return asExpected ? 0 : NOT_AS_EXPECTED;
    }

    private int playWithoutLimits(Cleanup cleanup, Path log) throws InterruptedException {
        TemporaryFolder folder = cleanup.open(() -> TemporaryFolder.create("dubbo-stress-"));
        Application consumer = Application.builtConsumer(ConsumerMain.class).without(LIMIT_JAR, folder);
        List<String> arguments =
                new ArrayList<>(spec.commandLine().getParseResult().originalArgs());
        if (!exitWithParent) {
            arguments.add("--exit-with-parent");
        }
        List<String> jvmOptions = new ArrayList<>(Terminal.jvmOptions());
        jvmOptions.addAll(Application.jvmOptions(ConsumerMain.class));
        jvmOptions.addAll(DubboJvm.logTo(log)); // beside its own jar it would be gone with it
        return ConsumerProcess.run(cleanup, consumer, jvmOptions, arguments);
    }

    private List<String> argumentsOf(String name) {
        List<String> arguments = new ArrayList<>(List.of("stress", name, "--start-all", "--exit-with-parent"));
        if (baseline) {
            arguments.add("--baseline");
        }
        if (inShort) {
            arguments.add("--short");
        }
        if (zooKeeper != null) {
            arguments.addAll(List.of("--zookeeper", zooKeeper.toString()));
        }
        if (spec.commandLine().getParseResult().hasMatchedOption(METRICS)) {
            arguments.add(METRICS);
            arguments.addAll(
                    spec.commandLine().getParseResult().matchedOption(METRICS).originalStringValues());
        }
        arguments.addAll(reports.of(name));
        return arguments;
    }

    private static boolean limitJarIsThere() {
        return StressCommand.class.getResource("/io/github/dubboext/limit/ExecuteLimitFilter.class") != null;
    }
}
