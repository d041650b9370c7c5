package io.github.dubboext.samples.consumer.cli;

import io.github.dubboext.samples.runtime.Commands;
import picocli.CommandLine.Command;

/** The sample consumer's commands. */
@Command(
        name = "samples-consumer",
        description = "Puts the sample providers under load.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {StressCommand.class, SoakCommand.class})
public final class ConsumerMain {

    public static void main(String[] args) {
        System.exit(Commands.execute(new ConsumerMain(), args));
    }
}
