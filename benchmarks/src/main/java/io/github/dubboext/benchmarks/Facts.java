package io.github.dubboext.benchmarks;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import org.apache.dubbo.common.Version;

/** What one needs to know about a run to believe it, and to do it again. */
public record Facts(
        String part,
        String mode,
        String command,
        String began,
        long seconds,
        String commit,
        String machine,
        String system,
        String jdk,
        String dubbo,
        double load) {

    /** The machine as it is now. */
    public static Facts now(String part, String mode, String command) {
        Runtime runtime = Runtime.getRuntime();
        return new Facts(
                part,
                mode,
                command,
                Instant.now().truncatedTo(ChronoUnit.MINUTES).toString(),
                0,
                System.getProperty("commit", "unknown"),
                processor() + ", " + runtime.availableProcessors() + " processors",
                System.getProperty("os.name") + " " + System.getProperty("os.arch"),
                System.getProperty("java.vm.name") + " " + System.getProperty("java.runtime.version"),
                Version.getVersion(),
                Math.max(0, ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage()));
    }

    public Facts lasted(long duration) {
        return new Facts(part, mode, command, began, duration, commit, machine, system, jdk, dubbo, load);
    }

    private static String processor() {
        try (var lines = Files.lines(Path.of("/proc/cpuinfo"))) {
            return lines.filter(line -> line.toLowerCase(Locale.ROOT).startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).trim())
                    .findFirst()
                    .orElse("unknown processor");
        } catch (IOException e) {
            return "unknown processor"; // not Linux
        }
    }
}
