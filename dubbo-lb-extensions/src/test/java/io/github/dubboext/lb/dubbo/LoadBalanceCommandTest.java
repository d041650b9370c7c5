package io.github.dubboext.lb.dubbo;

import static org.assertj.core.api.Assertions.assertThat;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONArray;
import com.alibaba.fastjson2.JSONObject;
import io.github.dubboext.lb.env.ScriptedEnv;
import io.github.dubboext.lb.pick.LeastRequest;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.dubbo.common.URL;
import org.apache.dubbo.qos.server.Server;
import org.apache.dubbo.rpc.Invoker;
import org.apache.dubbo.rpc.RpcInvocation;
import org.apache.dubbo.rpc.model.FrameworkModel;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The command in Dubbo's own console, over HTTP and telnet. */
class LoadBalanceCommandTest {
    private static final String SERVICE = "qos.Api";
    private static final URL CONSUMER = URL.valueOf("consumer://10.9.9.9/qos.Api?interface=qos.Api&version=1.0");
    private static final FrameworkModel FRAMEWORK = new FrameworkModel();
    private static final ScriptedEnv ENV = new ScriptedEnv(1);
    private static final StrategyLoadBalance LEAST =
            new StrategyLoadBalance("leastrequest", StrategyType.of(env -> new LeastRequest(4, env)), ENV) {};
    private static int port;

    @BeforeAll
    static void callsAndConsole() throws Throwable {
        List<Invoker<Object>> list = List.of(stub(1, "weight=300"), stub(2, "weight=0"), stub(3, "weight=100"));
        for (int i = 0; i < 40; i++) {
            LEAST.select(Invokers.asDubboDoes(list), CONSUMER, call());
        }
        MethodState<?> method =
                LEAST.engine().services().get("qos.Api:1.0").methods().get("getOrder");
        // The first took 50 ms to answer one call and works on another; the third has just failed.
        method.stats().get("10.0.0.1:20880").begin();
        CallCount count = CallCount.read(
                Parameters.ofMethod(CONSUMER, "getOrder", new Warnings(), new HashMap<>()), method.stats());
        io.github.dubboext.lb.stats.Call answered =
                count.stats.get("10.0.0.1:20880").begin(ENV.nanoTime(), 1_000_000_000);
        io.github.dubboext.lb.stats.Call failed =
                count.stats.get("10.0.0.3:20880").begin(ENV.nanoTime(), 1_000_000_000);
        ENV.passMillis(50);
        answered.end(io.github.dubboext.lb.stats.Outcome.ANSWER, ENV.nanoTime());
        failed.end(io.github.dubboext.lb.stats.Outcome.FAILURE, ENV.nanoTime());

        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        Server server = FRAMEWORK.getBeanFactory().getBean(Server.class);
        server.setHost("127.0.0.1");
        server.setPort(port);
        server.start();
    }

    @AfterAll
    static void end() {
        FRAMEWORK.getBeanFactory().getBean(Server.class).stop();
        FRAMEWORK.destroy();
    }

    private static Invoker<Object> stub(int number, String parameters) {
        return new Invokers.Stub(
                URL.valueOf("dubbo://10.0.0." + number + ":20880/qos.Api?interface=qos.Api&" + parameters));
    }

    private static RpcInvocation call() {
        return new RpcInvocation(null, "getOrder", SERVICE, "", new Class<?>[0], new Object[0]);
    }

    private static String http(String path) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(Duration.ofSeconds(30))
                .build();
        HttpResponse<String> response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).isEqualTo(200);
        return response.body();
    }

    private static String telnet(String command) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(30_000);
            socket.getOutputStream().write((command + "\r\n").getBytes(StandardCharsets.UTF_8));
            InputStream in = socket.getInputStream();
            StringBuilder answer = new StringBuilder();
            for (int read = in.read(); read >= 0; read = in.read()) {
                answer.append((char) read);
                if (answer.indexOf("+\n", answer.indexOf("10.0.0.3")) > 0 && answer.indexOf("10.0.0.3") > 0) {
                    break;
                }
            }
            return answer.toString();
        }
    }

    private static final String TEXT = """
            qos.Api:1.0.getOrder: leastrequest, 3 providers, 40 picks in the last minute, 0 re-draws, 1 rebuilds
            +----------------+--------+-----------+------------+-------+-------------+----------------------------------+
            | provider       | weight | in flight |       ewma | picks | last minute | why                              |
            +----------------+--------+-----------+------------+-------+-------------+----------------------------------+
            | 10.0.0.1:20880 |    300 |         1 |   50.00 ms |    28 |      70.0 % | score 0.67                       |
            +----------------+--------+-----------+------------+-------+-------------+----------------------------------+
            | 10.0.0.2:20880 |      0 |         0 |          - |     0 |       0.0 % | weight 0                         |
            +----------------+--------+-----------+------------+-------+-------------+----------------------------------+
            | 10.0.0.3:20880 |    100 |         0 | 1000.00 ms |    12 |      30.0 % | 1 call failed lately, score 2.00 |
            +----------------+--------+-----------+------------+-------+-------------+----------------------------------+
            """;

    @Test
    void overHttp_text_isATableForEachMethod() throws Exception {
        assertThat(http("/loadbalance?service=qos.Api")).isEqualTo(TEXT);
    }

    @Test
    void overTelnet_text_isTheSame() throws IOException {
        assertThat(telnet("loadbalance qos.Api")).contains(TEXT);
    }

    @Test
    void overHttp_json_saysTheSame() throws Exception {
        JSONArray methods = JSON.parseArray(http("/loadbalance?service=qos.Api&format=json"));

        assertThat(methods).hasSize(1);
        JSONObject method = methods.getJSONObject(0);
        JSONArray providers = (JSONArray) method.remove("providers");
        assertThat(method)
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "service",
                        "qos.Api:1.0",
                        "method",
                        "getOrder",
                        "strategy",
                        "leastrequest",
                        "picksLastMinute",
                        40,
                        "redraws",
                        0,
                        "rebuilds",
                        1));
        assertThat(providers).hasSize(3);
        JSONObject drained = providers.getJSONObject(1);
        assertThat(drained.get("ewmaMillis")).isNull();
        drained.remove("ewmaMillis");
        assertThat(drained.get("shareLastMinute").toString()).isEqualTo("0.0000");
        drained.remove("shareLastMinute");
        assertThat(drained)
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "provider", "10.0.0.2:20880",
                        "weight", 0,
                        "effectiveWeight", 0,
                        "inFlight", 0,
                        "picks", 0,
                        "why", "weight 0"));
        assertThat(providers.getJSONObject(0).getIntValue("inFlight")).isEqualTo(1);
        assertThat(providers.getJSONObject(0).getIntValue("picks")
                        + providers.getJSONObject(2).getIntValue("picks"))
                .isEqualTo(40);
    }

    @Test
    void unknownService_saysSo() throws Exception {
        assertThat(http("/loadbalance/no.such.Api"))
                .isEqualTo("Nothing matches no.such.Api among the calls that this jar balanced in the last minute.");
        assertThat(http("/loadbalance?service=no.such.Api&format=json")).isEqualTo("[]");
    }

    @Test
    void help_namesTheCommand() throws Exception {
        assertThat(http("/help")).contains("loadbalance", "Which provider gets how many");
    }
}
