package io.github.dubboext.limit.qos;

import static org.assertj.core.api.Assertions.assertThat;

import com.alibaba.fastjson2.JSON;
import io.github.dubboext.limit.core.Counters;
import io.github.dubboext.limit.core.LimitSnapshot;
import io.github.dubboext.limit.core.LimiterKey;
import io.github.dubboext.limit.dubbo.Limits;
import io.github.dubboext.limit.testing.Chain;
import io.github.dubboext.limit.testing.Logged;
import io.github.dubboext.limit.testing.Loopback;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.dubbo.common.URL;
import org.apache.dubbo.qos.server.Server;
import org.apache.dubbo.rpc.AppResponse;
import org.apache.dubbo.rpc.Result;
import org.apache.dubbo.rpc.RpcException;
import org.apache.dubbo.rpc.model.FrameworkModel;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The command in Dubbo's own console, over HTTP and telnet. */
class LimitsCommandTest {

    private static final int PORT = Loopback.freePort();
    private static final FrameworkModel FRAMEWORK = new FrameworkModel();
    private static final CompletableFuture<AppResponse> RUNNING = new CompletableFuture<>();
    private static Instant start;

    @BeforeAll
    static void callsAndConsole() throws Throwable {
        start = Instant.now();
        Chain served = new Chain(
                URL.valueOf("dubbo://127.0.0.1:20880/qos.Api?interface=qos.Api&executes=1&tps=100&tps.interval=1000"));
        Result first = Limits.SHARED.executes(served.pending(RUNNING), served.call("work"));
        assertThat(first.hasException()).isFalse();
        try {
            Limits.SHARED.executes(served.returning("late"), served.call("work"));
        } catch (RpcException refused) {
            assertThat(refused.isLimitExceed()).isTrue();
        }
        Limits.SHARED.tps(served.returning("ok"), served.call("work"));
        Chain odd =
                new Chain(URL.valueOf("dubbo://127.0.0.1:20881/qos.Api?interface=qos.Api&actives=7&limit.dryrun=true"
                        + "&methods=say%22hi%22"));
        Limits.SHARED.actives(odd.returning("ok"), odd.call("other"));

        Server server = FRAMEWORK.getBeanFactory().getBean(Server.class);
        server.setHost("127.0.0.1");
        server.setPort(PORT);
        server.start();
    }

    @AfterAll
    static void end() {
        RUNNING.complete(new AppResponse("done"));
        FRAMEWORK.getBeanFactory().getBean(Server.class).stop();
        FRAMEWORK.destroy();
    }

    private static String http(String path) throws Exception {
        HttpClient client = HttpClient.newHttpClient();
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + PORT + path))
                .timeout(Duration.ofSeconds(30))
                .build();
        HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).isEqualTo(200);
        return response.body();
    }

    private static String telnet(String command) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), PORT)) {
            socket.setSoTimeout(30_000);
            socket.getOutputStream().write((command + "\r\n").getBytes(StandardCharsets.UTF_8));
            InputStream in = socket.getInputStream();
            StringBuilder answer = new StringBuilder();
            while (answer.indexOf("dubbo>", answer.indexOf("+--") + 1) < 0 || answer.indexOf("+--") < 0) {
                int read = in.read();
                if (read < 0) {
                    break;
                }
                answer.append((char) read);
            }
            return answer.toString();
        }
    }

    private static String withoutTimes(String text) {
        return text.replaceAll("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ", "2026-01-02T03:04:05Z");
    }

    private static final String TABLE = """
            +---------+--------+----------+-----------------+-------------+-----------+---------+----------+---------+----------------------+
            | service | method | key      | provider        |       limit | in flight | waiting | admitted | refused | since                |
            +---------+--------+----------+-----------------+-------------+-----------+---------+----------+---------+----------------------+
            | qos.Api | (all)  | tps      |                 |         100 |         0 |       0 |        1 |       0 | 2026-01-02T03:04:05Z |
            +---------+--------+----------+-----------------+-------------+-----------+---------+----------+---------+----------------------+
            | qos.Api | other  | actives  | 127.0.0.1:20881 | 7 (dry run) |         0 |       0 |        1 |       0 | 2026-01-02T03:04:05Z |
            +---------+--------+----------+-----------------+-------------+-----------+---------+----------+---------+----------------------+
            | qos.Api | work   | executes |                 |           1 |         1 |       0 |        1 |       1 | 2026-01-02T03:04:05Z |
            +---------+--------+----------+-----------------+-------------+-----------+---------+----------+---------+----------------------+
            """;

    @Test
    void overHttp_text_isATable() throws Exception {
        assertThat(withoutTimes(http("/limits?service=qos.Api"))).isEqualTo(TABLE);
    }

    @Test
    void overTelnet_text_isTheSameTable() throws IOException {
        assertThat(withoutTimes(telnet("limits qos.Api")).replace("\r\n", "\n")).contains(TABLE.strip());
    }

    @Test
    void overHttp_json_isOneObjectForEachKey() throws Exception {
        List<Map<String, Object>> rows = JSON.parseObject(http("/limits?service=qos.Api&format=json"), JsonRows.class);

        assertThat(rows).hasSize(3);
        Instant since = Instant.parse((String) rows.get(2).get("since"));
        assertThat(since).isBetween(start.minusSeconds(2), Instant.now());
        rows.forEach(row -> row.remove("since"));
        assertThat(rows.get(0)).isEqualTo(row("", "tps", "", 100, false, 0, 1, 0));
        assertThat(rows.get(1)).isEqualTo(row("other", "actives", "127.0.0.1:20881", 7, true, 0, 1, 0));
        assertThat(rows.get(2)).isEqualTo(row("work", "executes", "", 1, false, 1, 1, 1));
    }

    /** What fastjson2 makes of an array. */
    static final class JsonRows extends java.util.ArrayList<Map<String, Object>> {
        private static final long serialVersionUID = 1L;
    }

    private static Map<String, Object> row(
            String method,
            String key,
            String provider,
            int limit,
            boolean dryRun,
            int inFlight,
            int admitted,
            int refused) {
        return Map.of(
                "service", "qos.Api",
                "method", method,
                "key", key,
                "provider", provider,
                "limit", limit,
                "dryRun", dryRun,
                "inFlight", inFlight,
                "waiting", 0,
                "admitted", admitted,
                "refused", refused);
    }

    @Test
    void json_ofAnyMethodName_isWellFormed() {
        String name = "a\"b\\c\nd\u0001\ud83d\ude00\ud83d";
        LimiterKey key = new LimiterKey(LimiterKey.Kind.EXECUTES, "odd.Api", name, "");
        LimitSnapshot snapshot = new LimitSnapshot(key, 1, false, 0, 0, new Counters(0), 5_000_000_000L);

        String json = new LimitReport(List.of(snapshot), "", 1_767_323_050_000L).json();

        Map<String, Object> row = JSON.parseObject(json, JsonRows.class).get(0);
        assertThat(row).containsEntry("method", name).containsEntry("since", "2026-01-02T03:04:05Z");
    }

    @Test
    void unknownService_saysSo() throws Exception {
        assertThat(http("/limits/no.such.Api"))
                .isEqualTo("Nothing matches no.such.Api among the limits in use that have had a call.");
        assertThat(http("/limits?service=no.such.Api&format=json")).isEqualTo("[]");
    }

    @Test
    void noLimits_saySo() {
        assertThat(new LimitReport(List.of(), "", 0).text()).isEqualTo("No limit in use has had a call yet.");
    }

    @Test
    void help_namesTheCommand_andNothingIsLogged() throws Exception {
        try (Logged logged = new Logged()) {
            assertThat(http("/help")).contains("limits", "executes, actives and tps");
            assertThat(logged.all()).isEmpty();
        }
    }
}
