package io.github.dubboext.samples.consumer.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONObject;
import io.github.dubboext.samples.consumer.load.LoadResults;
import io.github.dubboext.samples.consumer.load.Outcome;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** 1,000 answers of 4 ms, 250 from a and 750 from b, 20 refusals and 5 timeouts, in 2 s. */
class ReportsTest {
    private static final String A = "127.0.0.1:20880";
    private static final String B = "127.0.0.1:20881";

    private final StressReport report = new StressReport(
            "compare",
            "Side by side.",
            "./stress --threads 30",
            Instant.parse("2026-01-02T03:04:05Z"),
            Map.of("dubbo", "3.3.6"),
            List.of(new StrategyResult(
                    "weightedrandom",
                    new TreeMap<>(Map.of(A, 100, B, 300)),
                    LoadResults.of(
                            2000,
                            4,
                            Map.of(
                                    A, Map.of(Outcome.OK, 250L, Outcome.EXECUTES, 20L),
                                    B, Map.of(Outcome.OK, 750L, Outcome.TIMEOUT, 5L))))),
            List.of(
                    new Expectation("answers", 1000, Expectation.Bound.AT_LEAST, 1, ""),
                    new Expectation("share of a", 25, Expectation.Bound.AT_MOST, 8, "%")),
            List.of("1 < 2"),
            true);

    @Test
    void table_oneStrategy_everyFigureTheSharesUnderItAndWhatWasExpected() {
        // (1,000 + 20 + 5) calls in 2 s: 512.5 a second. Promised are 100/400 and 300/400.
        assertThat(TableReport.of(report)).isEqualTo("""
                strategy        calls     ok  refused  failed  calls/s  mean   p50   p90   p95   p99  p99.9  max ms  refusal ms
                weightedrandom  1,025  1,000       20       5      513  4.00  4.00  4.00  4.00  4.00   4.00    4.00        4.00
                refused with weightedrandom: executes 20
                  first executes: it said so
                failed with weightedrandom: timeout 5
                  first timeout: it said so

                share of answers  weight  promised  weightedrandom
                127.0.0.1:20880      100    25.0 %          25.0 %
                127.0.0.1:20881      300    75.0 %          75.0 %

                1 < 2

                expectation     expected  measured
                answers       at least 1     1,000  PASS
                share of a   at most 8 %      25 %  FAIL
                """);
    }

    @Test
    void verdict_oneOfTwoNotMet_fails() {
        assertThat(report.passed()).isFalse();
        assertThat(report.verdict()).isEqualTo("FAIL compare (1 of 2 expectations not met)");
    }

    @Test
    void verdict_nothingLookedAt_isNoPass() {
        StressReport nothing = new StressReport(
                "scale", "", "", Instant.EPOCH, Map.of(), report.results(), List.of(), List.of(), true);

        assertThat(nothing.passed()).isFalse();
        assertThat(nothing.verdict()).isEqualTo("FAIL scale (nothing was looked at)");
    }

    @Test
    void markdown_oneStrategy_tablesAsGitHubShowsThem() {
        assertThat(MarkdownReport.of(report)).isEqualTo("""
                ### FAIL compare (1 of 2 expectations not met)

                Side by side.

                ```
                ./stress --threads 30
                ```

                | expectation | expected | measured |  |
                |---|---:|---:|---:|
                | answers | at least 1 | 1,000 | PASS |
                | share of a | at most 8 % | 25 % | FAIL |

                | strategy | calls | ok | refused | failed | calls/s | mean | p50 | p90 | p95 | p99 | p99.9 | max ms | refusal ms |
                |---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|
                | weightedrandom | 1,025 | 1,000 | 20 | 5 | 513 | 4.00 | 4.00 | 4.00 | 4.00 | 4.00 | 4.00 | 4.00 | 4.00 |

                | share of answers | weight | promised | weightedrandom |
                |---|---:|---:|---:|
                | 127.0.0.1:20880 | 100 | 25.0 % | 25.0 % |
                | 127.0.0.1:20881 | 300 | 75.0 % | 75.0 % |

                - 1 \\< 2
                - refused with weightedrandom: executes 20
                - first executes: it said so
                - failed with weightedrandom: timeout 5
                - first timeout: it said so
                - dubbo 3.3.6, 2026-01-02T03:04:05Z
                """);
    }

    @Test
    void html_oneStrategy_isOneFileThatNeedsNothingElse() {
        String html = HtmlReport.of(report);

        assertThat(html)
                .contains("1 &lt; 2", "./stress --threads 30", "dubbo 3.3.6", "<td class=\"failed\">FAIL</td>")
                .doesNotContainPattern("(src|href)=\"(?!data:)")
                .doesNotContainPattern("@import|url\\(")
                .doesNotContainPattern("@[a-z.]+@");
    }

    @Test
    void html_textThatLooksLikeMarkup_endsNoElement() {
        String evil = "</script><b>";
        StressReport named = new StressReport(
                evil,
                evil,
                evil,
                report.started(),
                Map.of("x", evil),
                List.of(new StrategyResult(evil, new TreeMap<>(), LoadResults.of(1, 1, Map.of()))),
                List.of(),
                List.of(evil),
                true);

        assertThat(HtmlReport.of(named)).doesNotContain(evil);
    }

    @Test
    void json_oneStrategy_carriesTheSameFigures() {
        JSONObject json = JSON.parseObject(JsonReport.of(report));
        JSONObject strategy = json.getJSONArray("strategies").getJSONObject(0);

        assertThat(json.getString("command")).isEqualTo("./stress --threads 30");
        assertThat(json.getJSONArray("expectations").getJSONObject(1))
                .containsEntry("what", "share of a")
                .containsEntry("met", false);
        assertThat(json.getString("started")).isEqualTo("2026-01-02T03:04:05Z");
        assertThat(strategy)
                .containsEntry("strategy", "weightedrandom")
                .containsEntry("calls", 1025)
                .containsEntry("ok", 1000)
                .containsEntry("refused_executes", 20)
                .containsEntry("failed_timeout", 5);
        assertThat(strategy.getDoubleValue("calls_per_second")).isEqualTo(512.5);
        assertThat(strategy.getDoubleValue("p99.9_ms")).isCloseTo(4, within(0.004)); // three digits
        JSONObject b = strategy.getJSONArray("providers").getJSONObject(1);
        assertThat(b).containsEntry("address", B).containsEntry("weight", 300).containsEntry("calls", 750);
        assertThat(b.getDoubleValue("share")).isEqualTo(0.75);
        assertThat(b.getDoubleValue("promised_share")).isEqualTo(0.75);
        assertThat(strategy.getJSONArray("timeline")).hasSize(1);
    }

    @Test
    void csv_oneStrategy_aHeadAndALineWithTheSameFigures() {
        String[] lines = CsvReport.of(report).split("\n");
        List<String> head = List.of(lines[0].split(","));
        List<String> row = List.of(lines[1].split(","));

        assertThat(lines).hasSize(2);
        assertThat(row).hasSameSizeAs(head);
        assertThat(row.get(head.indexOf("strategy"))).isEqualTo("weightedrandom");
        assertThat(row.get(head.indexOf("refused_executes"))).isEqualTo("20");
        assertThat(row.get(head.indexOf("calls_per_second"))).isEqualTo("512.5");
        assertThat(row.get(head.indexOf("share " + A))).isEqualTo("0.25");
        assertThat(row.get(head.indexOf("promised " + B))).isEqualTo("0.75");
    }

    @Test
    void promisedShare_allWeightsZero_isTheSameForAll() {
        StrategyResult result =
                new StrategyResult("random", new TreeMap<>(Map.of(A, 0, B, 0)), LoadResults.of(1, 1, Map.of()));

        assertThat(result.promisedShareOf(A)).isEqualTo(0.5);
        assertThat(result.promisedShareOf("elsewhere:1")).as("not known").isNaN();
    }
}
