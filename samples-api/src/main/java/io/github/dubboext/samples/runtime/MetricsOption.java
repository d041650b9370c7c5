package io.github.dubboext.samples.runtime;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.micrometer.core.instrument.Metrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import picocli.CommandLine.Option;

/** {@code --metrics-port}: the meters of Micrometer's global registry, for Prometheus to fetch from this machine. */
public final class MetricsOption {
    private static final String PATH = "/metrics";

    private Integer port;

    @Option(
            names = "--metrics-port",
            paramLabel = "PORT",
            description = "Show meters as Prometheus text at http://127.0.0.1:PORT" + PATH + " (0 = any free port).")
    void port(String text) {
        port = text == null ? null : (Integer) Given.integer("--metrics-port", text, 0, 65535);
    }

    /** Serves until {@code cleanup}, if the option was given, and tells where. */
    public void serve(Cleanup cleanup, Consumer<String> out) {
        if (port == null) {
            return;
        }
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        HttpServer server = listen();
        cleanup.<AutoCloseable>open(() -> () -> server.stop(0));
        server.createContext(PATH, exchange -> answer(exchange, registry.scrape()));
        server.start();
        Metrics.addRegistry(registry);
        out.accept(
                "Metrics: http://" + Loopback.HOST + ":" + server.getAddress().getPort() + PATH);
    }

    private HttpServer listen() {
        try {
            return HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        } catch (IOException e) {
            throw new RunFailure("Port " + port + " is in use on this machine (choose another with --metrics-port)", e);
        }
    }

    private static void answer(HttpExchange exchange, String text) throws IOException {
        try (exchange) {
            byte[] body = text.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "text/plain; version=0.0.4; charset=utf-8");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
        }
    }
}
