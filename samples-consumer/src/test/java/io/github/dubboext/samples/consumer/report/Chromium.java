package io.github.dubboext.samples.consumer.report;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A headless browser: loads a page, and says what became of it. */
final class Chromium {
    private static final List<String> NAMES = List.of("chromium", "chromium-browser", "google-chrome", "chrome");

    /**
     * A loaded page.
     *
     * @param dom as it is after the page's scripts ran
     * @param console what they wrote to the browser's console, uncaught errors included
     */
    record Page(String dom, List<String> console) {}

    private final Path executable;
    private final Path folder;

    private Chromium(Path executable, Path folder) {
        this.executable = executable;
        this.folder = folder;
    }

    /** The one on this machine, if there is one; {@code folder} is for its files. */
    static Optional<Chromium> find(Path folder) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .flatMap(path -> NAMES.stream().map(name -> Path.of(path, name)))
                .filter(Files::isExecutable)
                .findFirst()
                .map(executable -> new Chromium(executable, folder));
    }

    Page load(Path file, String... options) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                executable.toString(),
                "--headless",
                "--no-sandbox", // Chromium insists where it runs as root, as in a container
                "--disable-gpu",
                "--user-data-dir=" + folder.resolve("profile"),
                "--enable-logging=stderr",
                "--virtual-time-budget=10000",
                "--dump-dom"));
        command.addAll(List.of(options));
        command.add(file.toUri().toString());
        Path dom = folder.resolve("dom");
        Path log = folder.resolve("log");
        Process process = new ProcessBuilder(command)
                .redirectOutput(dom.toFile())
                .redirectError(log.toFile())
                .start();
        if (!process.waitFor(120, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError(executable + " hangs: " + Files.readString(log));
        }
        return new Page(
                Files.readString(dom),
                Files.readString(log, StandardCharsets.ISO_8859_1)
                        .lines()
                        .filter(line -> line.contains(":CONSOLE"))
                        .toList());
    }
}
