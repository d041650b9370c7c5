package io.github.dubboext.samples.consumer.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dubboext.samples.consumer.cli.ConsumerMain;
import io.github.dubboext.samples.consumer.client.OrderClient;
import io.github.dubboext.samples.consumer.lab.Application;
import io.github.dubboext.samples.consumer.lab.Lab;
import io.github.dubboext.samples.consumer.load.LoadGenerator;
import io.github.dubboext.samples.consumer.load.LoadPlan;
import io.github.dubboext.samples.consumer.load.LoadResult;
import io.github.dubboext.samples.consumer.load.Target;
import io.github.dubboext.samples.runtime.Cleanup;
import io.github.dubboext.samples.runtime.DubboJvm;
import io.github.dubboext.samples.runtime.Loopback;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;

/** This JVM is the consumer; ZooKeeper is a real server, and each provider a JVM started from the packaged jar. */
@Timeout(300)
abstract class EndToEnd {
    static final Duration LONG = Duration.ofMinutes(2);

    Lab lab;
    private Cleanup cleanup;

    @BeforeAll
    static void prepareJvm() {
        DubboJvm.prepare(ConsumerMain.class, "end-to-end");
        Loopback.pin();
    }

    @BeforeEach
    void openLab() {
        cleanup = Cleanup.atExit();
        lab = Lab.open(cleanup, null);
    }

    @AfterEach
    void close() {
        cleanup.close();
        assertThat(lab.folder().path()).doesNotExist();
        assertThat(lab.providers()).noneMatch(provider -> provider.isAlive());
    }

    /** Starts providers with these options and a consumer with these settings, and waits until it sees them. */
    OrderClient start(List<String> providers, Map<String, Object> reference) throws InterruptedException {
        startProviders(providers);
        return connect(providers.size(), reference);
    }

    /** Starts a consumer with these settings, and waits until it sees that many providers. */
    OrderClient connect(int providers, Map<String, Object> reference) throws InterruptedException {
        OrderClient client = cleanup.open(() -> new OrderClient(lab.registry()));
        client.start(reference);
        client.awaitProviders(providers, LONG);
        return client;
    }

    void startProviders(List<String> providers) throws InterruptedException {
        List<List<String>> options =
                providers.stream().map(text -> List.of(text.split(" "))).toList();
        lab.startProviders(Application.builtProvider(ConsumerMain.class), options, line -> {});
    }

    /** {@code host:port} of the provider started as number {@code index}. */
    String provider(int index) {
        return "127.0.0.1:" + lab.providers().get(index).port();
    }

    static LoadResult run(LoadPlan plan, Target target) throws InterruptedException {
        try (LoadGenerator generator = new LoadGenerator(plan, target)) {
            return generator.run(sample -> {}, sample -> {});
        }
    }
}
