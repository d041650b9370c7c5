package io.github.dubboext.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The two ends of the matrix; {@code ./matrix} has those between. */
@Timeout(400)
class MatrixIT {
    private static final int CHECKS = 19;

    @TempDir
    private Path folder;

    @Test
    void newestDubbo_everythingWorks() throws Exception {
        assertThat(run(System.getProperty("java.class.path")))
                .hasSize(CHECKS)
                .allSatisfy(line -> assertThat(line).endsWith("|ok"));
    }

    @Test
    void oldestDubbo_everythingWorks_butTripleAndTheConsole() throws Exception {
        String others = Files.readString(Path.of("classpath/target/2.7.23.txt")).trim();
        assertThat(run("target/compatibility.jar" + File.pathSeparator + others))
                .hasSize(CHECKS)
                .allSatisfy(line -> assertThat(line).endsWith(outcomeOnTheOldest(line)));
    }

    private static String outcomeOnTheOldest(String line) {
        if (line.startsWith("console|")) {
            return "|cannot (no place for commands)";
        }
        return line.contains(" triple|") ? "|cannot (no such protocol)" : "|ok";
    }

    /** With the jars as they are built, whatever else the class path has of them. */
    private List<String> run(String classPath) throws Exception {
        String jars = String.join(
                File.pathSeparator,
                "../dubbo-lb-extensions/target/dubbo-lb-extensions.jar",
                "../dubbo-limit-filters/target/dubbo-limit-filters.jar");
        Path out = folder.resolve("out");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "@jvm.options",
                        "-Duser.home=" + folder,
                        "-cp",
                        jars + File.pathSeparator + classPath,
                        MatrixMain.class.getName())
                .redirectOutput(out.toFile())
                .redirectError(Path.of("target", "matrix.log").toFile())
                .start();
        try {
            assertThat(process.waitFor(300, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        return Files.readAllLines(out).stream()
                .filter(line -> line.contains("|"))
                .toList();
    }
}
