package io.github.dubboext.samples.runtime;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What a JVM needs before Dubbo's first class is loaded. */
public final class DubboJvm {
    private static final String LOG_FILE = "samples.log.file";

    private DubboJvm() {}

    /**
     * Sets the system properties; one given with {@code -D} wins.
     *
     * @param logName name of the log file, without its ending
     * @return the file that Dubbo's log goes to, without the lines of an earlier run
     */
    public static Path prepare(Class<?> main, String logName) {
        // On JDK 25 Dubbo's search for a JSON library dies of the optional fastjson 1, unless it is told which to take.
        defaultTo("dubbo.json-framework.prefer", "fastjson2");
        // The console port 22222 would be taken by the first JVM and missed by the next.
        defaultTo("dubbo.application.qos-enable", "false");
        defaultTo("dubbo.application.logger", "slf4j");
        defaultTo("zookeeper.admin.enableServer", "false");
        defaultTo(LOG_FILE, logFolder(main).resolve(logName + ".log").toString());
        Path log = Path.of(System.getProperty(LOG_FILE));
        try {
            Files.deleteIfExists(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return log;
    }

    /** For a JVM whose log is to be that of this one. */
    public static List<String> logTo(Path log) {
        return List.of("-D" + LOG_FILE + "=" + log);
    }

    /** {@code logs} beside the jar, so {@code target/logs} after a build. */
    private static Path logFolder(Class<?> main) {
        try {
            Path home = Path.of(main.getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toAbsolutePath()
                    .getParent();
            return (Files.isWritable(home) ? home : Path.of(System.getProperty("java.io.tmpdir"))).resolve("logs");
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void defaultTo(String key, String value) {
        if (System.getProperty(key) == null) {
            System.setProperty(key, value);
        }
    }
}
