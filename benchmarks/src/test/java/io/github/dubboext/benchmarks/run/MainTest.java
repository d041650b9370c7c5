package io.github.dubboext.benchmarks.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dubboext.benchmarks.page.Page;
import io.github.dubboext.benchmarks.page.Results;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MainTest {

    @Test
    void jmh_asItReallyWrites_canBePutOnThePage(@TempDir Path root) throws Exception {
        System.setProperty("jmh.ignoreLock", "true"); // whatever else measures on this machine
        List<String> arguments = List.of(
                "SelectBenchmark -f 0 -wi 0 -i 2 -r 1ms -prof gc -p n=3 -p loadbalance=floor,ewma".split(" ", -1));
        String json = Main.jmh(arguments);
        Grid.check(json, arguments);
        Results results = new Results(root.resolve("results"));
        results.keepJmh("selection-1", json);
        new Page(results).write(root);
        assertThat(root.resolve("docs/performance.md"))
                .content()
                .containsPattern(
                        "\\| a pick \\| n = 3 \\|\n.*\n\\| `floor` \\| [0-9.,]+ [nµm]s.*\n\\| `ewma` \\| [0-9.,]+ [nµm]s")
                .containsPattern("\\| bytes a pick \\| n = 3 \\|\n.*\n\\| `floor` \\| [0-9,]+ \\|");
    }
}
