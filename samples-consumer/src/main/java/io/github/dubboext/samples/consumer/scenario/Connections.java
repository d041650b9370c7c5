package io.github.dubboext.samples.consumer.scenario;

import io.github.dubboext.samples.consumer.client.OrderClient;
import java.util.Map;

/**
 * What Dubbo's {@code connections} does. Without it all references of a consumer share one connection to a provider; with it
 * a reference opens so many of its own.
 */
final class Connections implements Scenario {
    @Override
    public String name() {
        return "connections";
    }

    @Override
    public String story() {
        return "Dubbo shares one connection between the references of a consumer; connections=3 opens three more.";
    }

    @Override
    public String baseline() {
        return "";
    }

    @Override
    public void play(Stage stage) throws Exception {
        // At interface level: registered both ways a reference opens twice as many, one set for each.
        stage.startProvider("--register-mode interface");
        OrderClient one = stage.consumer("random");
        stage.exactly("open with one reference", open(one), 1);
        stage.consumer("random");
        stage.exactly("open with a second one", open(one), 1);
        stage.consumer("random", Map.of("connections", 3));
        stage.exactly("open with a third one that has connections=3", open(one), 4);
    }

    /** As the provider counts them. */
    static int open(OrderClient client) {
        return client.service().getProviderState().getOpenConnections();
    }
}
