package io.github.dubboext.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.github.dubboext.limit.core.LimiterKey.Kind;
import io.github.dubboext.limit.dubbo.RuleFields;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.dubbo.common.extension.ExtensionLoader;
import org.apache.dubbo.rpc.cluster.LoadBalance;
import org.apache.dubbo.rpc.model.ApplicationModel;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Follows docs/architecture.md to the letter, on a copy of the sources, and uses what comes out. */
class ArchitecturePageTest {
    private static final Page PAGE = Page.of("docs/architecture.md");
    private static final String LB = "dubbo-lb-extensions/src/";
    private static final String LIMIT = "dubbo-limit-filters/src/";
    private static final String SPI = LB + "main/resources/META-INF/dubbo/org.apache.dubbo.rpc.cluster.LoadBalance";
    private static final String REFLECTION =
            LB + "main/resources/META-INF/native-image/io.github.dubboext/dubbo-lb-extensions/reflect-config.json";

    @TempDir
    private Path copy;

    /** Else there is nothing to add, and {@code mvn verify} shall be green for whoever tries the page as it stands. */
    @BeforeEach
    void nobodyHasFollowedThePage() {
        for (Page.Fence fence : PAGE.fences("java")) {
            assumeThat(Page.REPOSITORY.resolve(place(fence))).doesNotExist();
        }
    }

    @Test
    @Timeout(120)
    void page_addsAStrategyAndALimiter_thatWork() throws Exception {
        for (String part : List.of(LB + "main", LIMIT + "main")) {
            copyTree(part);
        }
        for (String helper :
                List.of("pick/StrategyContract.java", "pick/FixedCandidates.java", "env/ScriptedEnv.java")) {
            copyFile(LB + "test/java/io/github/dubboext/lb/" + helper);
        }
        copyFile(LIMIT + "test/java/io/github/dubboext/limit/dubbo/ConfigTest.java");
        followThePage();

        Path classes = Files.createDirectory(copy.resolve("classes"));
        Compiled.compile(copy.resolve(LB + "main/java"), classes, "8");
        Compiled.compile(copy.resolve(LIMIT + "main/java"), classes, "8");
        Compiled.compile(copy.resolve(LB + "test/java"), classes, "17");

        assertThat(runWith(classes, copy.resolve(LB + "main/resources"), copy.resolve(LIMIT + "main/resources")))
                .contains("contract: 0 failed of ")
                .doesNotContain("failed of 0")
                .contains("io.github.dubboext.lb.LessBusyLoadBalance")
                .contains("limiter: 2 refused of 5");
    }

    @Test
    void withoutThePage_thereIsNeither() {
        ExtensionLoader<LoadBalance> loader = ApplicationModel.defaultModel().getExtensionLoader(LoadBalance.class);
        assertThat(loader.hasExtension("ewma")).isTrue();
        assertThat(loader.hasExtension("lessbusy")).isFalse();
        assertThatThrownBy(() -> RuleFields.read(
                        Kind.TPS,
                        new RecordingUrl(1, Map.of("tps", "3", "tps.interval", "1000", "tps.mode", "window"))))
                .hasMessageContaining("tps.mode: window");
    }

    private void followThePage() throws IOException {
        for (Page.Fence fence : PAGE.fences("java")) {
            Path file = copy.resolve(place(fence));
            Files.createDirectories(file.getParent());
            Files.writeString(file, fence.text());
        }
        for (Page.Fence fence : PAGE.fences("properties")) {
            Files.writeString(copy.resolve(SPI), "\n" + fence.text(), StandardOpenOption.APPEND);
        }
        assertThat(namedFiles()).contains(copy.resolve(SPI), copy.resolve(REFLECTION));
        for (Page.Fence fence : PAGE.fences("diff")) {
            apply(fence.text());
        }
        assertThat(Files.readString(copy.resolve(REFLECTION))).contains(registeredClasses());
    }

    private static String place(Page.Fence fence) {
        String name = Compiled.fileName(fence.text());
        return (name.contains("/lb/") ? LB : LIMIT) + (name.endsWith("Test.java") ? "test" : "main") + "/java/" + name;
    }

    /** The files that the page says to change, all of which there are. */
    private List<Path> namedFiles() {
        List<Path> files = PAGE.code().stream()
                .filter(code -> code.contains("/src/main/") || code.contains("/src/test/"))
                .map(copy::resolve)
                .toList();
        assertThat(files).allSatisfy(file -> assertThat(file).isRegularFile());
        return files;
    }

    private List<String> registeredClasses() throws IOException {
        return Files.readAllLines(copy.resolve(SPI)).stream()
                .filter(line -> line.contains("="))
                .map(line -> '"' + line.substring(line.indexOf('=') + 1) + '"')
                .toList();
    }

    /** To the one place in the named files that it fits. */
    private void apply(String diff) throws IOException {
        String before = lines(diff, '-');
        int places = 0;
        for (Path file : namedFiles()) {
            String text = Files.readString(file);
            int here = text.split(Pattern.quote(before), -1).length - 1;
            places += here;
            if (here == 1) {
                Files.writeString(file, text.replace(before, lines(diff, '+')));
            }
        }
        assertThat(places).as("places to change: %s", before).isOne();
    }

    private static String lines(String diff, char side) {
        return diff.lines()
                .filter(line -> line.charAt(0) == side || line.charAt(0) == ' ')
                .map(line -> line.substring(1) + "\n")
                .collect(Collectors.joining());
    }

    /** What {@link TenMinutes} prints in a JVM that has these in front of everything else. */
    private String runWith(Path... front) throws IOException, InterruptedException {
        String classPath = Stream.concat(Stream.of(front).map(Path::toString), Stream.of(Compiled.classPath()))
                .collect(Collectors.joining(File.pathSeparator));
        Path output = copy.resolve("output");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Ddubbo.json-framework.prefer=fastjson2",
                        "-Ddubbo.application.qos-enable=false",
                        "-Duser.home=" + copy,
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        classPath,
                        TenMinutes.class.getName())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(process.waitFor(90, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        return Files.readString(output, StandardCharsets.UTF_8);
    }

    private void copyTree(String part) throws IOException {
        try (Stream<Path> files = Files.walk(Page.REPOSITORY.resolve(part))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                copyFile(Page.REPOSITORY.relativize(file).toString());
            }
        }
    }

    private void copyFile(String name) throws IOException {
        Path to = copy.resolve(name);
        Files.createDirectories(to.getParent());
        Files.copy(Page.REPOSITORY.resolve(name), to);
    }
}
