package io.github.dubboext.samples.consumer.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONObject;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Scenarios as a user plays them, in their short form; the baseline has to fail where this pack passes. */
@Timeout(300)
class ScenarioIT {
    private static final int THREADS = 16;

    @TempDir
    private Path folder;

    @Test
    void sickProvider_ours_passesAndWritesItsReports() throws Exception {
        Path html = folder.resolve("report.html");
        Path json = folder.resolve("report.json");
        try (SampleProcess stress = play("sick-provider", "--short", "--report=" + html, "--json=" + json)) {
            assertThat(stress.awaitEnd()).as(() -> stress.lines().toString()).isZero();
            assertThat(stress.lines()).last().isEqualTo("PASS sick-provider");
            assertThat(stress.leftovers()).isEmpty();
        }
        assertThat(html).content().contains("<span class=\"verdict passed\">PASS</span>", "uPlot");
        JSONObject report = JSON.parseObject(Files.readString(json));
        assertThat(report.getString("command")).startsWith("./stress sick-provider --short ");
        // Measured, not made up: never more than there are threads, and some at one moment at least.
        assertThat(report.getJSONArray("strategies").stream()
                        .map(JSONObject.class::cast)
                        .flatMap(strategy -> strategy.getJSONArray("timeline").stream())
                        .map(JSONObject.class::cast)
                        .map(stretch -> stretch.getJSONObject("in_flight_per_provider"))
                        .mapToDouble(inFlight -> inFlight.keySet().stream()
                                .mapToDouble(inFlight::getDoubleValue)
                                .sum())
                        .max()
                        .orElse(Double.NaN))
                .isBetween(1.0, THREADS + 0.01); // written to thousandths
    }

    @Test
    void sickProvider_baseline_fails() throws Exception {
        try (SampleProcess stress = play("sick-provider", "--short", "--baseline")) {
            assertThat(stress.awaitEnd()).isEqualTo(3);
            assertThat(stress.lines())
                    .last()
                    .isEqualTo("FAIL sick-provider with Dubbo's own (leastactive, shortestresponse)"
                            + " (2 of 2 expectations not met)");
            assertThat(stress.leftovers()).isEmpty();
        }
    }

    /** In a JVM that has no limit jar on its class path, started by the one that was asked. */
    @Test
    void actives_baseline_fails() throws Exception {
        try (SampleProcess stress = play("actives", "--short", "--baseline")) {
            assertThat(stress.awaitEnd()).isEqualTo(3);
            assertThat(stress.lines()).last().asString().startsWith("FAIL actives with Dubbo's own (activelimit) (");
            assertThat(stress.leftovers()).isEmpty();
        }
    }

    @Test
    void scenarioUnknownOrWithAForeignOption_exit2() throws Exception {
        try (SampleProcess stress = play("fast")) {
            assertThat(stress.awaitEnd()).isEqualTo(2);
            assertThat(stress.lines()).last().asString().startsWith("SCENARIO: fast (expected: list, all or one of ");
        }
        try (SampleProcess stress = play("tps", "--threads=3")) {
            assertThat(stress.awaitEnd()).isEqualTo(2);
            assertThat(stress.lines()).last().isEqualTo("--threads: only with compare; tps has a load of its own");
        }
        try (SampleProcess stress = play("lazy", "--baseline")) {
            assertThat(stress.awaitEnd()).isEqualTo(2);
            assertThat(stress.lines())
                    .last()
                    .isEqualTo("--baseline: lazy shows Dubbo itself, there is nothing to set against it");
        }
    }

    private SampleProcess play(String scenario, String... options) throws Exception {
        String[] arguments = new String[options.length + 3];
        arguments[0] = "stress";
        arguments[1] = scenario;
        arguments[2] = "--start-all";
        System.arraycopy(options, 0, arguments, 3, options.length);
        return SampleProcess.start(Files.createDirectories(folder.resolve("tmp")), "samples-consumer", arguments);
    }
}
