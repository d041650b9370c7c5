package io.github.dubboext.samples.consumer.scenario;

import io.github.dubboext.samples.consumer.lab.ProviderProcess;
import java.util.ArrayList;
import java.util.List;

/** Kills providers in turn, every second one in good order, and starts each again. For one thread. */
final class Fates {
    private final Stage stage;
    private final List<ProviderProcess> providers;
    private int turn;

    Fates(Stage stage, List<ProviderProcess> providers) {
        this.stage = stage;
        this.providers = new ArrayList<>(providers);
    }

    /** One dies, or the one that died last time is started. */
    void next() throws InterruptedException {
        int index = turn / 2 % providers.size();
        if (turn % 2 == 1) {
            start(index);
        } else if (turn / 2 % 2 == 0) {
            providers.get(index).kill();
        } else {
            providers.get(index).close();
        }
        turn++;
    }

    void allStarted() throws InterruptedException {
        for (int i = 0; i < providers.size(); i++) {
            start(i);
        }
    }

    private void start(int index) throws InterruptedException {
        ProviderProcess ended = providers.get(index);
        if (!ended.isAlive()) {
            providers.set(index, stage.startAgain(ended));
        }
    }
}
