package io.github.dubboext.samples.consumer.scenario;

import io.github.dubboext.samples.consumer.lab.ProviderProcess;
import io.github.dubboext.samples.runtime.RunFailure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a JVM holds after a full collection, and its threads, again and again; asked of the JDK's {@code jcmd}. */
final class Vitals {
    private static final Pattern TOTAL = Pattern.compile("Total +\\d+ +(\\d+)"); // instances, bytes

    private static final Path JCMD = Path.of(System.getProperty("java.home"), "bin", "jcmd");

    private static final double MAY_GROW = 1.10;
    private static final int MORE_THREADS = 5;

    private final long pid;
    private final List<Long> heapBytes = new ArrayList<>();
    private final List<Long> threads = new ArrayList<>();

    private int missed;

    private Vitals(long pid) {
        if (!Files.isExecutable(JCMD)) {
            throw new RunFailure("There is no " + JCMD + " (expected: a JDK, not only a JRE)");
        }
        this.pid = pid;
    }

    static Vitals ofThisJvm() {
        return new Vitals(ProcessHandle.current().pid());
    }

    static Vitals of(ProviderProcess provider) {
        return new Vitals(provider.pid());
    }

    /** A JVM that is too busy to answer is looked at next time. */
    void look() throws IOException, InterruptedException {
        Matcher total = TOTAL.matcher(String.join("\n", jcmd("GC.class_histogram")));
        long running = jcmd("Thread.print").stream()
                .filter(line -> line.startsWith("\""))
                .count();
        if (total.find() && running > 0) {
            heapBytes.add(Long.parseLong(total.group(1)));
            threads.add(running);
        } else {
            missed++;
        }
    }

    private List<String> jcmd(String question) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(JCMD.toString(), Long.toString(pid), question)
                .redirectErrorStream(true)
                .start();
        List<String> lines = process.inputReader(StandardCharsets.UTF_8).lines().toList();
        return process.waitFor() == 0 ? lines : List.of();
    }

    void judge(Stage stage, String who) {
        stage.atLeast("looks at " + who, heapBytes.size(), Math.max(2, missed), ""); // as a rule it answers
        if (heapBytes.isEmpty()) {
            return;
        }
        stage.atMost(
                "heap of " + who + ", last third to first third",
                (double) median(lastThird(heapBytes)) / (double) median(firstThird(heapBytes)),
                MAY_GROW,
                "times");
        stage.atMost(
                "threads of " + who + ", last third more than first third",
                (double) (median(lastThird(threads)) - median(firstThird(threads))),
                MORE_THREADS,
                "");
        stage.note("Heap of " + who + " after full collections, MiB: "
                + heapBytes.stream().map(bytes -> bytes >> 20).toList() + "; threads: " + threads);
    }

    private static List<Long> firstThird(List<Long> all) {
        return all.subList(0, Math.max(1, all.size() / 3));
    }

    private static List<Long> lastThird(List<Long> all) {
        return all.subList(all.size() - Math.max(1, all.size() / 3), all.size());
    }

    private static long median(List<Long> values) {
        return values.stream().sorted().toList().get(values.size() / 2);
    }
}
