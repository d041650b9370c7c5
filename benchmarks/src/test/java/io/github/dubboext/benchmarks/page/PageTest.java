package io.github.dubboext.benchmarks.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.alibaba.fastjson2.JSON;
import io.github.dubboext.benchmarks.Facts;
import io.github.dubboext.benchmarks.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of a few results kept in the test's resources, as JMH writes them. */
class PageTest {
    private static final String README = "Before.\n<!-- performance:begin -->\nold\n<!-- performance:end -->\nAfter.\n";

    /** The sample's page, with a README before it. */
    @TempDir
    static Path sample;

    @TempDir
    Path root;

    @BeforeAll
    static void write() throws Exception {
        Files.writeString(sample.resolve("README.md"), README);
        Files.writeString(sample.resolve("README.zh-CN.md"), README);
        new Page(results()).write(sample);
    }

    private static Results results() throws Exception {
        return new Results(Path.of(PageTest.class.getResource("results").toURI()));
    }

    private static String page() throws IOException {
        return Files.readString(sample.resolve("docs/performance.md"));
    }

    @Test
    void page_ofSomeResults_showsThemAndWhatIsMissing() throws Exception {
        assertThat(page())
                .contains(
                        "- Some processor, 2 processors; Linux 6.1 amd64; OpenJDK 64-Bit Server VM 17.0.15+6; Dubbo 3.3.6\n")
                .contains("| a pick | n = 10 | n = 1,000 |\n| --- | ---: | ---: |\n| `floor` | 41 ns | 1.5 µs |\n")
                .contains("| `random` (Dubbo) | 1.9 µs | 1.9 ms |\n| `weightedrandom` | 46 ns | 800 ns ±181% |\n")
                .contains("| `weightedrandom` / `random` | 41× | 2,356× |\n")
                .contains("| `smoothroundrobin` / `roundrobin` | 0.79× (ranges overlap) |  |\n")
                .contains("| `ringhash` / `consistenthash` | **0.41×** | 11× |\n")
                .contains("| `random` (Dubbo) | 56 | 4,016 |\n")
                .contains("| executes | 227 ns | 223 ns | 1.0× | 1.0× |\n")
                .contains("| actives | 101 ns | 78 ns | 1.3× | – |\n")
                .contains("| tps, strict | 137 ns | 165 ns | **0.83×** | 0.67× |\n")
                .contains("| executes, result | 21 µs | 805 ns | 25× |\n")
                .contains("Goals met: 2 of 3. **Missed**: C20, p99, ms, `ewma`: 90.00 (goal <= 87).")
                .contains("Goals met: 1 of 1.")
                .contains(
                        "| selection | `benchmarks/run short selection` | `benchmarks/run jmh SelectBenchmark -t 1 -f 1` |"
                                + " 2026-11-30 02:20 | 83 | 0.2 | 0123abc |\n")
                .contains("(Not measured yet.)")
                .doesNotContain("{{");
    }

    @Test
    void page_whereOursIsSlowerOrNotFaster_saysSo() throws Exception {
        String page = page();
        assertThat(page.substring(page.indexOf("## Not faster"), page.indexOf("## A selection")))
                .isEqualTo("""
                        ## Not faster than Dubbo

                        Compared: a pick, 1 thread; a pick by key, 1 thread; limits, 1 thread; 30 threads against actives=10. \
                        Not measured: a pick, 2 threads; a pick by key, 2 threads; a whole call; limits, 2 threads.

                        - a pick, 1 thread, n = 10: `smoothroundrobin` against `roundrobin` 0.79× (ranges overlap)
                        - a pick, 1 thread, n = 10: `ringhash` against `consistenthash` **0.41×**
                        - admitted, 1 thread: tps, strict **0.83×**
                        - 30 threads against actives=10: 8,200 calls/s against 8,500 **0.96×**

                        """);
    }

    @Test
    void page_withoutResults_saysThatNothingWasMeasured() throws IOException {
        Files.writeString(root.resolve("README.md"), README);
        new Page(new Results(root.resolve("none"))).write(root);
        assertThat(root.resolve("docs/performance.md"))
                .content()
                .contains(
                        "Measured on\n\n(Not measured yet.)\n",
                        "## Not faster than Dubbo\n\n(Not measured yet.)\n",
                        "## A selection\n\n(Not measured yet.)\n");
        assertThat(root.resolve("README.md")).hasContent(README);
        assertThat(root.resolve("docs/images")).doesNotExist();
    }

    @Test
    void charts_lightAndDark_areWellFormedAndNamed() throws Exception {
        String page = page();
        for (String chart :
                List.of("selection", "selection-by-key", "limits-admitted", "limits-refused", "simulation")) {
            for (String shade : List.of("light", "dark")) {
                String name = "images/" + chart + "-" + shade + ".svg";
                assertThat(page).contains(name);
                Path file = sample.resolve("docs").resolve(name);
                DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
                factory.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
                assertThat(factory.newDocumentBuilder()
                                .parse(file.toFile())
                                .getElementsByTagName("path")
                                .getLength())
                        .as(name)
                        .isGreaterThan(5);
            }
        }
        assertThat(page).doesNotContain("images/invocation");
        assertThat(sample.resolve("docs/images/selection-light.svg"))
                .content()
                .isNotEqualTo(Files.readString(sample.resolve("docs/images/selection-dark.svg")));
    }

    @Test
    void readme_betweenItsMarkers_hasPictureAndTable() throws Exception {
        assertThat(sample.resolve("README.md"))
                .content()
                .startsWith("Before.\n<!-- performance:begin -->\n<picture>\n")
                .contains("src=\"docs/images/selection-light.svg\"")
                .contains("| `random` → `weightedrandom` | 1.9 µs → 46 ns | 1.9 ms → 800 ns |\n")
                .contains("| `consistenthash` → `ringhash` | 251 ns → 615 ns | 12 µs → 1.1 µs |\n")
                .contains(
                        "Measured on Some processor, 2 processors, JDK 17.0.15+6, 2026-11-30, `benchmarks/run short`; "
                                + "Some processor, 2 processors, JDK 17.0.15+6, 2026-12-01, `benchmarks/run long`: [")
                .endsWith("\n<!-- performance:end -->\nAfter.\n")
                .doesNotContain("old", "leastrequest");
        assertThat(sample.resolve("README.zh-CN.md"))
                .content()
                .contains("10 个提供者")
                .endsWith("After.\n");
        String once = Files.readString(sample.resolve("README.md"));
        new Page(results()).write(sample);
        assertThat(sample.resolve("README.md")).hasContent(once);
    }

    @Test
    void markers_inAFileWithoutBoth_changeNothing() throws IOException {
        Path file = root.resolve("README.md");
        for (String text : List.of(
                "<!-- performance:begin --> and no end", "<!-- performance:end -->\n<!-- performance:begin -->")) {
            Files.writeString(file, text);
            Markers.replace(file, List.of("new"));
            assertThat(file).hasContent(text);
        }
    }

    @Test
    void results_kept_areReadAgain() throws Exception {
        Results results = new Results(root);
        String jmh =
                "[{\"jvm\":\"/somewhere/java\",\"benchmark\":\"a.b.C.d\",\"threads\":2,\"primaryMetric\":{\"scoreUnit\":"
                        + "\"ns/op\",\"rawData\":[[4.0,1.0],[3.0,2.0]]},\"secondaryMetrics\":{}}]";
        results.keepJmh("x-1", jmh);
        assertThat(root.resolve("x-1.jmh.json")).content().doesNotContain("somewhere");
        Measured read = results.jmh("x-1").get(0);
        assertThat(read.benchmark()).isEqualTo("C.d");
        assertThat(List.of(read.nanos(), read.low(), read.high())).containsExactly(2.5, 1.0, 4.0);
        assertThat(read.bytes()).isNaN();

        Table table = new Table(List.of("a", "b"), List.of(List.of("1", "x|y")));
        results.keepTable("y", table);
        assertThat(results.table("y")).contains(table);
        Facts facts = Facts.now("part", "short", "command").lasted(3);
        results.keepFacts("y", facts);
        assertThat(results.facts()).containsExactly(facts);
    }

    @Test
    void results_withoutANumberOrInAnotherUnit_areRefused() {
        Results results = new Results(root);
        assertThatThrownBy(() -> results.keepJmh("x", "[]")).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> Measured.of(JSON.parseObject(
                        "{\"benchmark\":\"a.C.d\",\"primaryMetric\":{\"scoreUnit\":\"us/op\",\"rawData\":[[1.0]]}}")))
                .hasMessage("a.C.d is in us/op");
    }
}
