package io.github.dubboext.samples.consumer.scenario;

import io.github.dubboext.samples.consumer.client.OrderClient;
import io.github.dubboext.samples.consumer.client.OrderTarget;
import io.github.dubboext.samples.consumer.load.LoadPlan;
import io.github.dubboext.samples.consumer.load.LoadResult;
import io.github.dubboext.samples.consumer.load.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * 30 threads of a consumer that may have five calls under way to its provider, each 20 ms: 25 wait, and each is due after
 * five others, so in 100 ms.
 *
 * <p>Whoever waits in the order of arrival waits about that long. Where all are woken for every permit, some wait ten times
 * as long, and some until their time is up. Then the same through futures: nobody may be held up who only sends.
 */
final class Actives implements Scenario {
    private static final int LIMIT = 5;
    private static final int THREADS = 30;
    private static final long CALL_MILLIS = 20;

    @Override
    public String name() {
        return "actives";
    }

    @Override
    public String story() {
        return "30 threads with actives=5: never six under way, all wait their turn and nobody much longer.";
    }

    @Override
    public String baseline() {
        return "activelimit";
    }

    @Override
    public boolean ofLimits() {
        return true;
    }

    @Override
    public void play(Stage stage) throws Exception {
        stage.startProvider("--delay 20ms");
        OrderClient client = stage.consumer("random", Map.of("actives", LIMIT, "timeout", 1000));
        LoadPlan load = LoadPlan.closedLoop(THREADS, stage.seconds(3), stage.seconds(12));
        LoadResult result = stage.load("actives=5", client, load);

        // 25 calls wait, and so many leave in a second.
        double fairWaitMillis = 1000 * (THREADS - LIMIT) / result.callsPerSecond();
        stage.note("A fair queue waits " + Math.round(fairWaitMillis) + " ms");

        stage.exactly(
                "most calls at a time, counted by the provider",
                client.service().getProviderState().getPeakConcurrency(),
                LIMIT);
        stage.exactly("refused or failed", result.calls() - result.count(Outcome.OK), 0);
        stage.atMost(
                "longest wait, in those of a fair queue",
                (result.latencies().maxMillis() - (double) CALL_MILLIS) / fairWaitMillis,
                1.5,
                "times");
        // Sending as many as there were threads, a thread that waited for each permit would be held for five calls'
        // time.
        stage.atMost(
                "held while it only sends " + THREADS + " calls, a thread is",
                sendMillis(client),
                (double) CALL_MILLIS,
                "ms");
    }

    /** Sends as many calls as there were threads, from this one. */
    private static double sendMillis(OrderClient client) {
        OrderTarget target = new OrderTarget(client.service());
        target.callAsync(0).join(); // whatever the first call of a method prepares
        List<CompletableFuture<?>> sent = new ArrayList<>();
        long began = System.nanoTime();
        for (int i = 0; i < THREADS; i++) {
            sent.add(target.callAsync(i));
        }
        long held = System.nanoTime() - began;
        sent.forEach(CompletableFuture::join);
        return held / 1e6;
    }
}
