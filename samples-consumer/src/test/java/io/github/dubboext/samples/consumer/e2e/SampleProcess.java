package io.github.dubboext.samples.consumer.e2e;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** One of the two applications, started as a user does, in a temporary folder of its own. */
final class SampleProcess implements AutoCloseable {
    private final Process process;
    private final Path temporaryFolder;
    private final BufferedReader output;
    private final List<String> lines = new ArrayList<>();

    private SampleProcess(Process process, Path temporaryFolder) {
        this.process = process;
        this.temporaryFolder = temporaryFolder;
        this.output = process.inputReader(StandardCharsets.UTF_8);
    }

    /** {@code java -jar} on the jar of a module. */
    static SampleProcess start(Path temporaryFolder, String module, String... arguments) throws IOException {
        Path jar = Path.of("..", module, "target", module + ".jar")
                .toAbsolutePath()
                .normalize();
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1", // short lives: starting fast is all that counts
                "-XX:+UseSerialGC",
                "-Djava.io.tmpdir=" + temporaryFolder,
                "-Duser.home=" + Path.of("target", "home").toAbsolutePath(),
                "-jar",
                jar.toString()));
        command.addAll(List.of(arguments));
        return new SampleProcess(
                new ProcessBuilder(command).redirectErrorStream(true).start(), temporaryFolder);
    }

    /** Reads on until a line contains this, and returns the line. */
    String awaitLine(String text) throws IOException {
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            lines.add(line);
            if (line.contains(text)) {
                return line;
            }
        }
        throw new AssertionError("No line with '" + text + "' in " + lines);
    }

    /** Reads to the end and returns the exit code. */
    int awaitEnd() throws IOException, InterruptedException {
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            lines.add(line);
        }
        return process.waitFor();
    }

    /** All that it printed, as far as it was read. */
    List<String> lines() {
        return lines;
    }

    /** The JVMs that it started. */
    List<ProcessHandle> children() {
        return process.descendants().toList();
    }

    /** INT as Ctrl-C sends it, or KILL. */
    void signal(String name) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .start()
                .waitFor();
    }

    /** What is left in its temporary folder; the JVM's own performance file and libraries do not count. */
    List<Path> leftovers() throws IOException {
        try (Stream<Path> files = Files.list(temporaryFolder)) {
            return files.filter(Files::isDirectory)
                    .filter(path -> !path.getFileName().toString().startsWith("hsperfdata"))
                    .toList();
        }
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().onExit().join();
    }
}
