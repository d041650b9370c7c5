package io.github.dubboext.samples.consumer.lab;

import io.github.dubboext.samples.runtime.BadInput;
import io.github.dubboext.samples.runtime.Given;
import io.github.dubboext.samples.runtime.Loopback;
import io.github.dubboext.samples.runtime.RunFailure;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/** A provider in a JVM of its own, which ends with this one whatever happens to this one. */
public final class ProviderProcess implements AutoCloseable {
    private static final Duration START_PATIENCE = Duration.ofMinutes(2);
    private static final Duration STOP_PATIENCE = Duration.ofSeconds(10);
    private static final int BAD_INPUT = 2; // exit code
    private static final String READY = "Ready: ";
    private static final String LOG = "Log: ";
    private static final String START_FAST = "-XX:TieredStopAtLevel=1";

    private final int port;
    private final List<String> command;
    private final Process process;
    private final CompletableFuture<String> ready = new CompletableFuture<>();
    private final CompletableFuture<Path> log = new CompletableFuture<>();
    private final List<String> lines = new ArrayList<>();

    private ProviderProcess(int port, List<String> command, Process process) {
        this.port = port;
        this.command = command;
        this.process = process;
    }

    /**
     * Begins to start it.
     *
     * @param home what the JVM takes for its user's home: Dubbo keeps files there
     */
    static ProviderProcess start(Application application, Path home, int port, List<String> options) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-Duser.home=" + home));
        // A test's JVM is started like that: short lives. What is measured to be shown runs as it would in earnest.
        if (ManagementFactory.getRuntimeMXBean().getInputArguments().contains(START_FAST)) {
            command.add(START_FAST);
        }
        command.addAll(
                List.of("-jar", application.jar().toString(), "--exit-with-parent", "--port", Integer.toString(port)));
        command.addAll(options);
        return start(port, command);
    }

    /** The same once more, after it has ended: on the same port, with the same options. */
    ProviderProcess startAgain() {
        return start(port, command);
    }

    private static ProviderProcess start(int port, List<String> command) {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            ProviderProcess provider = new ProviderProcess(port, command, process);
            Thread reader = new Thread(provider::readOutput, "provider-" + port);
            reader.setDaemon(true);
            reader.start();
            return provider;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits until calls may come, and returns how the provider describes itself. */
    String awaitReady() throws InterruptedException {
        try {
            return ready.get(START_PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw (RuntimeException) e.getCause();
        } catch (TimeoutException e) {
            throw new RunFailure(
                    "The provider on port " + port + " was not ready after " + Given.show(START_PATIENCE), e);
        }
    }

    public int port() {
        return port;
    }

    public long pid() {
        return process.pid();
    }

    /** {@code host:port}, as it is registered. */
    public String address() {
        return Loopback.HOST + ":" + port;
    }

    /** The lines in its log so far. */
    public long logLines() throws IOException {
        try (Stream<String> lines = Files.lines(log.join())) {
            return lines.count();
        }
    }

    /** As a crash would: no good-bye to the registry or to callers. */
    public void kill() {
        process.destroyForcibly();
    }

    public void awaitEnd() throws InterruptedException {
        process.waitFor();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** Asks it to end; {@link #close} waits for it. */
    void askToEnd() {
        process.destroy();
    }

    @Override
    public void close() {
        askToEnd();
        try {
            if (!process.waitFor(STOP_PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    private void readOutput() {
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                if (line.startsWith(READY)) {
                    ready.complete(line.substring(READY.length()));
                } else if (line.startsWith(LOG)) {
                    log.complete(Path.of(line.substring(LOG.length())));
                } else if (!ready.isDone()) {
                    lines.add(line);
                }
            }
        } catch (IOException e) {
            // ends with the process
        }
        if (!ready.isDone()) {
            ready.completeExceptionally(whyNotStarted());
        }
    }

    /** The provider checks its options itself; a mistake in them is one of the caller's. */
    private RuntimeException whyNotStarted() {
        String said = String.join("\n  ", lines);
        try {
            return process.waitFor() == BAD_INPUT
                    ? new BadInput("--provider: " + said)
                    : new RunFailure("The provider on port " + port + " did not start: " + said);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new RunFailure("Interrupted while the provider on port " + port + " was starting");
        }
    }
}
