package io.github.dubboext.samples.consumer.cli;

import io.github.dubboext.samples.consumer.scenario.Soak;
import io.github.dubboext.samples.runtime.Cleanup;
import io.github.dubboext.samples.runtime.DubboJvm;
import io.github.dubboext.samples.runtime.Given;
import io.github.dubboext.samples.runtime.Loopback;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The long run. */
@Command(name = "soak", description = "Kills, rules and load of every kind for a long time; prints what it has seen.")
final class SoakCommand implements Callable<Integer> {
    private static final Duration LEAST = Duration.ofSeconds(30);
    private static final Duration MOST = Duration.ofHours(24);

    @Spec
    private CommandSpec spec;

    @Mixin
    private ReportOptions reports;

    private Duration duration;

    @Option(
            names = "--duration",
            defaultValue = "20m",
            paramLabel = "TIME",
            description = "How long to go on (default: ${DEFAULT-VALUE}).")
    void duration(String text) {
        duration = Given.duration("--duration", text, LEAST, MOST);
    }

    @Override
    public Integer call() throws Exception {
        Terminal terminal = Terminal.of(spec.commandLine().getOut());
        terminal.say("Dubbo's log: "
                + DubboJvm.prepare(ConsumerMain.class, "consumer").getParent());
        Loopback.pin();
        try (Cleanup cleanup = Cleanup.atExit()) {
            Performance performance = new Performance(new Soak(duration), false, false, AsTyped.of(spec));
            return performance.play(cleanup, null, List.of(), terminal, reports) ? 0 : StressCommand.NOT_AS_EXPECTED;
        }
    }
}
