package io.github.dubboext.samples.consumer.cli;

import io.github.dubboext.samples.consumer.lab.Application;
import io.github.dubboext.samples.consumer.lab.Lab;
import io.github.dubboext.samples.consumer.report.StressReport;
import io.github.dubboext.samples.consumer.report.TableReport;
import io.github.dubboext.samples.consumer.scenario.Scenario;
import io.github.dubboext.samples.consumer.scenario.Stage;
import io.github.dubboext.samples.runtime.Cleanup;
import io.github.dubboext.samples.runtime.HostPort;
import io.github.dubboext.samples.runtime.RunFailure;
import io.github.dubboext.samples.runtime.ZooKeeperCheck;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.dubbo.common.Version;

/**
 * One scenario, played to its end or for as long as it goes: what was measured is told either way, also when Ctrl-C ends
 * the JVM in the middle.
 */
final class Performance {
    private static final long REPORT_SECONDS = 10;

    private final Scenario scenario;
    private final boolean baseline;
    private final boolean inShort;
    private final String command;
    private final Instant started = Instant.now();
    private final CountDownLatch told = new CountDownLatch(1);
    private volatile boolean stopping;

    Performance(Scenario scenario, boolean baseline, boolean inShort, String command) {
        this.scenario = scenario;
        this.baseline = baseline;
        this.inShort = inShort;
        this.command = command;
    }

    /**
     * Plays.
     *
     * @param registry a ZooKeeper to use; null to start one
     * @param without jars that the providers are to do without
     * @return whether all was as expected
     */
    boolean play(Cleanup cleanup, HostPort registry, List<String> without, Terminal terminal, ReportOptions reports)
            throws Exception {
        reportBeforeTheEnd(cleanup);
        if (registry != null) {
            ZooKeeperCheck.requireReachable(registry);
        }
        Lab lab = Lab.open(cleanup, registry);
        terminal.say("ZooKeeper: " + lab.registry() + (registry == null ? " (started)" : ""));
        terminal.say(title() + ": " + scenario.story());
        Application provider = Application.builtProvider(ConsumerMain.class).without(without, lab.folder());
        Stage stage = new Stage(cleanup, lab, provider, baseline, inShort, terminal);
        try {
            scenario.play(stage);
            return tell(stage, true, terminal, reports);
        } catch (Exception e) {
            if (!stage.isEmpty()) {
                tell(stage, false, terminal, reports);
            }
            if (stopping) { // whatever it was in the middle of
                throw new RunFailure("Stopped", e);
            }
            throw e;
        } finally {
            told.countDown();
        }
    }

    /** The end of the JVM interrupts this thread, and waits for what it has to tell. */
    @SuppressWarnings("Interruption") // nothing else ends whatever a scenario is waiting for
    private void reportBeforeTheEnd(Cleanup cleanup) {
        Thread player = Thread.currentThread();
        // Opened first, so closed last.
        cleanup.open(() -> () -> {
            boolean unused = told.await(REPORT_SECONDS, TimeUnit.SECONDS);
        });
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> {
                            stopping = true;
                            player.interrupt();
                        },
                        "stop"));
    }

    private boolean tell(Stage stage, boolean complete, Terminal terminal, ReportOptions reports) throws IOException {
        StressReport report = new StressReport(
                title(),
                scenario.story(),
                command,
                started,
                environment(),
                stage.results(),
                stage.expectations(),
                stage.notes(),
                complete);
        terminal.print("\n" + TableReport.of(report));
        reports.write(report, terminal);
        terminal.print(report.verdict() + "\n");
        return report.passed();
    }

    private String title() {
        return scenario.name() + (baseline ? " with Dubbo's own (" + scenario.baseline() + ")" : "");
    }

    private static Map<String, String> environment() {
        Map<String, String> environment = new TreeMap<>();
        String version = Performance.class.getPackage().getImplementationVersion();
        environment.put("extension pack", version == null ? "not packaged" : version);
        environment.put("dubbo", Version.getVersion());
        environment.put("java", System.getProperty("java.runtime.version"));
        environment.put("os", System.getProperty("os.name") + " " + System.getProperty("os.arch"));
        environment.put("processors", Integer.toString(Runtime.getRuntime().availableProcessors()));
        return environment;
    }
}
