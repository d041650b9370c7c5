package io.github.dubboext.benchmarks.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dubboext.benchmarks.page.Page;
import io.github.dubboext.benchmarks.page.Results;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MainTest {
    private static final String SELECT = "SelectBenchmark -f 0 -wi 0 -i 2 -r 1ms -prof gc -p n=3 -p loadbalance=";

    @TempDir
    Path root;

    @BeforeAll
    static void ignoreWhateverElseMeasuresOnThisMachine() {
        System.setProperty("jmh.ignoreLock", "true");
    }

    private boolean measure(String strategies) {
        return new Main(root).measure("selection", "smoke", Step.of("selection-1", "jmh", SELECT + strategies));
    }

    @Test
    void jmh_asItReallyWrites_canBePutOnThePage() throws Exception {
        assertThat(measure("floor,ewma")).isTrue();
        new Page(new Results(root.resolve("benchmarks/results"))).write(root);
        assertThat(root.resolve("docs/performance.md"))
                .content()
                .containsPattern(
                        "\\| a pick \\| n = 3 \\|\n.*\n\\| `floor` \\| [0-9.,]+ [nµm]s.*\n\\| `ewma` \\| [0-9.,]+ [nµm]s")
                .containsPattern("\\| bytes a pick \\| n = 3 \\|\n.*\n\\| `floor` \\| [0-9,]+ \\|")
                .contains("`benchmarks/run jmh " + SELECT + "floor,ewma`");
    }

    @Test
    void measure_whereOneBenchmarkOfSeveralFails_keepsTheOldResults() throws Exception {
        Path results = Files.createDirectories(root.resolve("benchmarks/results"));
        Files.writeString(results.resolve("selection-1.jmh.json"), "old");
        Files.writeString(results.resolve("selection-1.json"), "old");
        assertThat(measure("floor,nosuch")).isFalse();
        try (var files = Files.list(results)) {
            assertThat(files).hasSize(2).allSatisfy(file -> assertThat(file).hasContent("old"));
        }
    }

    @Test
    void measure_ofAPartThatThereIsNot_measuresNothing() throws Exception {
        assertThat(new Main(root).measure(Plan.SMOKE, List.of("contended", "nosuch")))
                .isEqualTo(2);
        assertThat(root).isEmptyDirectory();
    }
}
