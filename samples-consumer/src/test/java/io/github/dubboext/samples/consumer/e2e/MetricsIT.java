package io.github.dubboext.samples.consumer.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.alibaba.fastjson2.JSON;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What Prometheus gets from a consumer and a provider under load, against what the dashboard asks it for. */
@Timeout(300)
class MetricsIT {
    private static final Path DASHBOARD = Path.of("..", "docs", "grafana", "dubbo-load-balancing-and-limits.json");
    private static final Pattern METRIC = Pattern.compile("\\bdubboext_[a-z_]+");
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final HttpClient http = HttpClient.newHttpClient();

    @TempDir
    private Path temporaryFolder;

    @Test
    void metricsPort_underLoad_showsJustWhatTheDashboardAsksFor() throws Exception {
        assertThat(JSON.parseObject(Files.readString(DASHBOARD)).getJSONArray("panels"))
                .hasSizeGreaterThan(10);
        int consumerPort = freePort();
        int providerPort = freePort();
        try (SampleProcess stress = SampleProcess.start(
                temporaryFolder,
                "samples-consumer",
                "stress",
                "--start-all",
                "--loadbalance=ewma",
                "--rate=20/s",
                "--actives=100",
                "--warmup=0ms",
                "--duration=3m",
                "--metrics-port=" + consumerPort,
                "--provider=--executes=100 --tps=1000 --metrics-port=" + providerPort,
                "--provider=--executes=100 --tps=1000")) {
            stress.awaitLine("calls/s");
            assertThat(stress.lines()).contains("Metrics: http://127.0.0.1:" + consumerPort + "/metrics");
            SortedSet<String> wanted = metrics(Files.readString(DASHBOARD));
            String text = "";
            long start = System.nanoTime();
            do {
                Thread.sleep(500);
                text = scrape(consumerPort) + scrape(providerPort);
            } while (!metrics(text).containsAll(wanted) && System.nanoTime() - start < PATIENCE.toNanos());

            assertThat(metrics(text)).isEqualTo(wanted);
            List<String> picks = lines(text, "dubboext_lb_picks_total");
            assertThat(picks)
                    .hasSize(2)
                    .allMatch(line -> line.contains("service=\"" + SERVICE + "\"")
                            && line.contains("method=\"getOrderInfo\"")
                            && line.contains("strategy=\"ewma\""));
            assertThat(lines(text, "dubboext_limit_max"))
                    .anyMatch(line -> line.contains("limit=\"executes\"") && line.endsWith(" 100.0"))
                    .anyMatch(line -> line.contains("limit=\"actives\"") && line.endsWith(" 100.0"))
                    .anyMatch(line -> line.contains("limit=\"tps\"") && line.endsWith(" 1000.0"));
            assertThat(Files.readString(Path.of("target", "logs", "consumer.log")))
                    .containsOnlyOnce("dubbo-lb-extensions 0.")
                    .containsOnlyOnce("dubbo-limit-filters 0.");
        }
    }

    private static final String SERVICE = "io.github.dubboext.samples.api.OrderService";

    private String scrape(int port) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/metrics"))
                .timeout(Duration.ofSeconds(30))
                .build();
        return http.send(request, BodyHandlers.ofString()).body();
    }

    private static List<String> lines(String text, String metric) {
        return text.lines().filter(line -> line.startsWith(metric + "{")).toList();
    }

    /** The names of our metrics in a text, whether it is Prometheus' or the dashboard's. */
    private static SortedSet<String> metrics(String text) {
        Stream<String> lines = text.lines().filter(line -> !line.startsWith("#"));
        return lines.flatMap(line -> METRIC.matcher(line).results().map(MatchResult::group))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
