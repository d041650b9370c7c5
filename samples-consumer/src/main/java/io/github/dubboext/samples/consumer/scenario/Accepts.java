package io.github.dubboext.samples.consumer.scenario;

import io.github.dubboext.samples.consumer.client.OrderClient;
import java.util.Map;

/**
 * What Dubbo's {@code accepts} does: a provider takes so many connections, from whomever, and closes what comes beyond. A
 * consumer whose connection is closed has a provider less; it is not told why.
 */
final class Accepts implements Scenario {
    private static final int ACCEPTS = 4;

    @Override
    public String name() {
        return "accepts";
    }

    @Override
    public String story() {
        return "A provider with accepts=4 takes four connections and closes every further one.";
    }

    @Override
    public String baseline() {
        return "";
    }

    @Override
    public void play(Stage stage) throws Exception {
        stage.startProvider("--register-mode interface --accepts " + ACCEPTS);
        OrderClient first = stage.consumer("random");
        stage.exactly("open with one consumer", Connections.open(first), 1);
        stage.consumer("random", Map.of("connections", 2));
        stage.exactly("open with two more of another reference", Connections.open(first), 3);
        stage.consumer("random", Map.of("connections", 3));
        Thread.sleep(1000); // what is too much is closed after it was opened
        stage.exactly("open when a further reference asks for three", Connections.open(first), ACCEPTS);
    }
}
