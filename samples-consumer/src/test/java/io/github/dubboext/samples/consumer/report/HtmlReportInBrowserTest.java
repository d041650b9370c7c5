package io.github.dubboext.samples.consumer.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONArray;
import com.alibaba.fastjson2.JSONObject;
import io.github.dubboext.samples.consumer.load.LoadResult;
import io.github.dubboext.samples.consumer.load.LoadResults;
import io.github.dubboext.samples.consumer.load.Outcome;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The page as a browser shows it: every picture has its lines, and nothing goes wrong in silence. */
@Tag("browser")
@Timeout(300)
class HtmlReportInBrowserTest {
    /** Set where a browser has to be: then this is never skipped. */
    private static final String REQUIRED = "BROWSER_REQUIRED";

    private static final String DARK = "--blink-settings=preferredColorScheme=0";
    private static final String PHONE = "--window-size=390,844";
    private static final String A = "127.0.0.1:20880";
    private static final String B = "127.0.0.1:20881";

    /** Tells for each picture its title, and of its series those whose colour is really on the canvas. */
    private static final String PROBE = """
            <script>
            addEventListener("load", () => setTimeout(() => {
              const rgb = text => text.match(/\\d+/g).slice(0, 3).map(Number);
              const drawn = (pixels, colour) => {
                let count = 0;
                for (let i = 0; i < pixels.length; i += 4) {
                  count += pixels[i + 3] > 250 && colour.every((c, k) => Math.abs(c - pixels[i + k]) < 3);
                }
                return count > 20;
              };
              const pixelsOf = canvas => canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
              const pictures = [...document.querySelectorAll("figure")].map(figure => ({
                title: figure.querySelector("figcaption").firstChild.textContent,
                pixels: pixelsOf(figure.querySelector("canvas")),
                figure,
              })).map(({title, pixels, figure}) => ({
                title,
                series: [...figure.querySelectorAll(".u-legend .u-series")].filter(row => row.querySelector(".u-marker")).map(row => ({
                  label: row.querySelector(".u-label").textContent,
                  drawn: ["backgroundColor", "borderTopColor"].some(side => drawn(
                    pixels, rgb(getComputedStyle(row.querySelector(".u-marker"))[side]))),
                })),
              }));
              const page = {pictures, tooWide: document.scrollingElement.scrollWidth > innerWidth,
                ground: getComputedStyle(document.body).backgroundColor};
              document.body.append(Object.assign(document.createElement("pre"),
                {id: "probe", textContent: encodeURIComponent(JSON.stringify(page))}));
            }, 1000));
            </script>
            """;

    private static final Pattern PROBED = Pattern.compile("<pre id=\"probe\">([^<]*)</pre>");

    @TempDir
    private Path folder;

    private Chromium browser;

    @BeforeEach
    void findBrowser() {
        Optional<Chromium> found = Chromium.find(folder);
        if (System.getenv(REQUIRED) != null) {
            assertThat(found).as("a browser, which " + REQUIRED + " asks for").isPresent();
        }
        assumeTrue(
                found.isPresent(), "SKIPPED: no chromium on the path, so nobody has looked at the report's pictures");
        browser = found.get();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", DARK, PHONE})
    void report_everyPictureHasItsSeries_andTheConsoleIsSilent(String option) throws Exception {
        JSONObject page = probed(HtmlReport.of(report()), option);

        assertThat(page.getJSONArray("pictures").stream().map(picture -> title((JSONObject) picture)))
                .containsExactly(
                        "Latency by percentile: random, ewma",
                        "Calls a second: random, ewma, ewma refused, ewma failed",
                        "Share of the answers, by provider: random, ewma, promised",
                        "random: :20880, :20881", // in flight
                        "ewma: :20880, :20881",
                        "random: :20880, :20881", // answers
                        "ewma: :20880, :20881");
        assertThat(page.getBooleanValue("tooWide")).isFalse();
        assertThat(page.getString("ground")).isEqualTo(option.equals(DARK) ? "rgb(18, 22, 28)" : "rgb(255, 255, 255)");
    }

    @Test
    void report_nothingMeasured_isAPageWithoutPictures() throws Exception {
        JSONObject page = probed(HtmlReport.of(reportOf(List.of())), "");

        assertThat(page.getJSONArray("pictures")).isEmpty();
    }

    /** That this test would see it. */
    @Test
    void console_errorsOfBothKinds_areSeen() throws Exception {
        Path file = Files.writeString(
                folder.resolve("broken.html"), "<script>console.error('told')</script><script>nowhere.x</script>");

        assertThat(browser.load(file).console())
                .hasSize(2)
                .anyMatch(line -> line.contains("told"))
                .anyMatch(line -> line.contains("nowhere is not defined"));
    }

    private JSONObject probed(String html, String option) throws Exception {
        Path file = Files.writeString(folder.resolve("report.html"), html.replace("</body>", PROBE + "</body>"));
        Chromium.Page page = option.isEmpty() ? browser.load(file) : browser.load(file, option);

        assertThat(page.console()).isEmpty();
        Matcher probed = PROBED.matcher(page.dom());
        assertThat(probed.find()).as("the page's scripts ran to their end").isTrue();
        return JSON.parseObject(URLDecoder.decode(probed.group(1), StandardCharsets.UTF_8));
    }

    private static String title(JSONObject picture) {
        JSONArray series = picture.getJSONArray("series");
        String drawn = series.stream()
                .map(JSONObject.class::cast)
                .filter(each -> each.getBooleanValue("drawn"))
                .map(each -> each.getString("label"))
                .reduce((first, next) -> first + ", " + next)
                .orElse("nothing");
        return picture.getString("title") + ": " + drawn;
    }

    private static StressReport report() {
        // Two stretches each, so that there are lines; numbers that keep the lines apart.
        LoadResult random = LoadResults.of(1000, 20, counts(300, 150)).then(LoadResults.of(1000, 40, counts(280, 170)));
        LoadResult ewma =
                LoadResults.of(1000, 5, refusals(900, 1500)).then(LoadResults.of(1000, 7, refusals(1000, 1400)));
        return reportOf(List.of(
                new StrategyResult("random", new TreeMap<>(Map.of(A, 100, B, 100)), random),
                new StrategyResult("ewma", new TreeMap<>(Map.of(A, 100, B, 100)), ewma)));
    }

    private static StressReport reportOf(List<StrategyResult> results) {
        return new StressReport(
                "compare",
                "Side by side.",
                "./stress --loadbalance random,ewma --provider \"" + "--delay 10ms ".repeat(40) + '"',
                Instant.parse("2026-01-02T03:04:05Z"),
                Map.of("dubbo", "3.3.6"),
                results,
                List.of(new Expectation("a long text about something", 1, Expectation.Bound.EXACTLY, 1, "")),
                List.of(),
                true);
    }

    private static Map<String, Map<Outcome, Long>> counts(long a, long b) {
        return Map.of(A, Map.of(Outcome.OK, a), B, Map.of(Outcome.OK, b, Outcome.OTHER, 0L));
    }

    private static Map<String, Map<Outcome, Long>> refusals(long a, long b) {
        return Map.of(A, Map.of(Outcome.OK, a, Outcome.TPS, 200L, Outcome.TIMEOUT, 90L), B, Map.of(Outcome.OK, b));
    }
}
