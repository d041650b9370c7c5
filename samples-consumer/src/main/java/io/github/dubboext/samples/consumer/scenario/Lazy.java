package io.github.dubboext.samples.consumer.scenario;

import io.github.dubboext.samples.consumer.client.OrderClient;
import java.util.Map;

/** What Dubbo's {@code lazy} does: a connection of the reference's own is opened by its first call, not at the start. */
final class Lazy implements Scenario {
    @Override
    public String name() {
        return "lazy";
    }

    @Override
    public String story() {
        return "Dubbo opens the connection of a lazy reference at its first call.";
    }

    @Override
    public String baseline() {
        return "";
    }

    @Override
    public void play(Stage stage) throws Exception {
        stage.startProvider("--register-mode interface");
        OrderClient asking = stage.consumer("random");
        int before = Connections.open(asking);
        OrderClient lazy = stage.consumer("random", Map.of("connections", 1, "lazy", true));
        stage.exactly("connections opened at the start", Connections.open(asking) - before, 0);
        lazy.service().getOrderInfo(1);
        stage.exactly("connections opened by the first call", Connections.open(asking) - before, 1);
    }
}
