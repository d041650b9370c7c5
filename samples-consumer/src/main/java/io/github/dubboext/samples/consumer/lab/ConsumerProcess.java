package io.github.dubboext.samples.consumer.lab;

import io.github.dubboext.samples.runtime.Cleanup;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** This application once more, in a JVM of its own that writes to the same console and ends with this one. */
public final class ConsumerProcess implements AutoCloseable {
    /** A report is still written when it is told to end. */
    private static final long STOP_SECONDS = 20;

    private final Process process;

    private ConsumerProcess(Process process) {
        this.process = process;
    }

    /**
     * Runs it to its end.
     *
     * @param jvmOptions besides those of this JVM
     * @param arguments of the command line
     * @return its exit code
     */
    public static int run(Cleanup cleanup, Application application, List<String> jvmOptions, List<String> arguments)
            throws InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.addAll(jvmOptions);
        command.addAll(List.of("-jar", application.jar().toString()));
        command.addAll(arguments);
        ConsumerProcess started = cleanup.open(() -> new ConsumerProcess(start(command)));
        return started.process.waitFor();
    }

    private static Process start(List<String> command) {
        try {
            // Standard input stays a pipe: its end tells the other JVM that this one is gone.
            return new ProcessBuilder(command)
                    .redirectOutput(ProcessBuilder.Redirect.INHERIT)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
