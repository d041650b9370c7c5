package io.github.dubboext.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dubboext.docs.Page.Fence;
import io.github.dubboext.docs.Page.Piece;
import io.github.dubboext.docs.Page.Title;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The pages hold together: links lead somewhere, and both languages say the same. */
class PagesTest {
    private static final Page ENGLISH = Page.of("README.md");
    private static final Page CHINESE = Page.of("README.zh-CN.md");

    static Stream<String> pages() throws IOException {
        try (Stream<Path> root = Files.list(Page.REPOSITORY);
                Stream<Path> docs = Files.walk(Page.REPOSITORY.resolve("docs"));
                Stream<Path> benchmarks = Files.list(Page.REPOSITORY.resolve("benchmarks"))) {
            return Stream.of(root, docs, benchmarks)
                    .flatMap(folder -> folder)
                    .filter(file -> file.toString().endsWith(".md"))
                    .map(file -> Page.REPOSITORY.relativize(file).toString())
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    @ParameterizedTest
    @MethodSource("pages")
    void link_leadsSomewhere(String name) {
        Page page = Page.of(name);
        for (String target : page.targets()) {
            if (target.contains("://")) {
                continue;
            }
            String[] parts = target.split("#", 2);
            Path file = parts[0].isEmpty() ? page.path() : page.path().resolveSibling(parts[0]);
            assertThat(file).as("%s: %s", name, target).exists();
            if (parts.length == 2) {
                Page other =
                        Page.of(Page.REPOSITORY.relativize(file.normalize()).toString());
                assertThat(other.titles().stream().map(Title::anchor))
                        .as("%s: %s", name, target)
                        .contains(parts[1]);
            }
        }
    }

    @Test
    void bothReadmes_haveTheSameTitles() {
        assertThat(CHINESE.titles().stream().map(Title::level))
                .isEqualTo(ENGLISH.titles().stream().map(Title::level).toList());
    }

    @Test
    void bothReadmes_haveTheSameTables_withTheSameCodeAndNumbersInEachCell() {
        List<List<List<Piece>>> english = ENGLISH.tables();
        List<List<List<Piece>>> chinese = CHINESE.tables();
        assertThat(chinese).hasSameSizeAs(english);
        for (int t = 0; t < english.size(); t++) {
            String table = english.get(t).get(0).get(0).text();
            assertThat(chinese.get(t)).as(table).hasSameSizeAs(english.get(t));
            for (int r = 0; r < english.get(t).size(); r++) {
                List<Piece> row = english.get(t).get(r);
                List<Piece> other = chinese.get(t).get(r);
                String where = table + ": " + row.get(0).text();
                assertThat(other).as(where).hasSameSizeAs(row);
                for (int c = 0; c < row.size(); c++) {
                    assertThat(other.get(c).code())
                            .as(where)
                            .containsExactlyInAnyOrderElementsOf(row.get(c).code());
                    assertThat(other.get(c).numbers())
                            .as(where)
                            .containsExactlyInAnyOrderElementsOf(row.get(c).numbers());
                }
                if (row.get(0).code().contains(row.get(0).text())) {
                    assertThat(other.get(0)).as(where).isEqualTo(row.get(0));
                }
            }
        }
    }

    @Test
    void bothReadmes_haveTheSameSnippets_butForComments() {
        assertThat(CHINESE.fences().stream().map(PagesTest::withoutComments))
                .isEqualTo(ENGLISH.fences().stream()
                        .map(PagesTest::withoutComments)
                        .toList());
    }

    private static Fence withoutComments(Fence fence) {
        String text = fence.text()
                .replaceAll("(?s)<!--.*?-->", "")
                .replaceAll("(?m)(^| )(#|//) .*$", "")
                .replaceAll("(?m) +$", "");
        return new Fence(fence.language(), text);
    }

    @Test
    void bothReadmes_speakOfTheSameCode() {
        assertThat(CHINESE.code()).containsExactlyInAnyOrderElementsOf(ENGLISH.code());
    }

    @Test
    void bothReadmes_leadToTheSameFiles() {
        assertThat(files(CHINESE)).containsExactlyInAnyOrderElementsOf(files(ENGLISH));
    }

    private static List<String> files(Page page) {
        return page.targets().stream()
                .map(target -> target.replaceFirst("#.*", ""))
                .filter(target -> !target.startsWith("README"))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("readmes")
    void faq_hasTwentyAnswers_ofThreeLinesAtMost(Page readme) {
        List<Piece> items = readme.numberedItems();
        assertThat(items).hasSize(20);
        for (Piece item : items) {
            assertThat(item.text().lines().count()).as(item.text()).isBetween(2L, 4L); // the question is the first
        }
    }

    @ParameterizedTest
    @MethodSource("readmes")
    void performance_isWhereTheBenchmarksPutIt(Page readme) throws IOException {
        assertThat(Files.readString(readme.path()))
                .containsOnlyOnce("<!-- performance:begin -->")
                .containsOnlyOnce("<!-- performance:end -->");
    }

    static Stream<Page> readmes() {
        return Stream.of(ENGLISH, CHINESE);
    }
}
