package io.github.dubboext.samples.runtime;

import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/** Runs a picocli command so that a mistake costs one line: bad input ends with 2, a failure with 1. */
public final class Commands {
    private Commands() {}

    public static int execute(Object command, String... args) {
        CommandLine line = new CommandLine(command);
        addHelp(line);
        return line.setParameterExceptionHandler(Commands::badInput)
                .setExecutionExceptionHandler(Commands::failure)
                .execute(args);
    }

    private static void addHelp(CommandLine line) {
        line.getCommandSpec()
                .addOption(OptionSpec.builder("-h", "--help")
                        .usageHelp(true)
                        .description("Show this help.")
                        .build());
        line.getSubcommands().values().forEach(Commands::addHelp);
    }

    private static int badInput(ParameterException e, String[] args) {
        CommandLine command = e.getCommandLine();
        PrintWriter err = command.getErr();
        BadInput bad = cause(e, BadInput.class);
        if (bad != null) {
            err.println(bad.getMessage());
        } else {
            err.println(e.getMessage());
            err.println("See --help");
        }
        return 2;
    }

    private static int failure(Exception e, CommandLine command, CommandLine.ParseResult parsed) throws Exception {
        BadInput bad = cause(e, BadInput.class);
        if (bad != null) {
            command.getErr().println(bad.getMessage());
            return 2;
        }
        RunFailure failure = cause(e, RunFailure.class);
        if (failure != null) {
            command.getErr().println(failure.getMessage());
            return 1;
        }
        throw e;
    }

    private static <T extends Throwable> T cause(Throwable thrown, Class<T> type) {
        for (Throwable t = thrown; t != null; t = t.getCause()) {
            if (type.isInstance(t)) {
                return type.cast(t);
            }
        }
        return null;
    }
}
