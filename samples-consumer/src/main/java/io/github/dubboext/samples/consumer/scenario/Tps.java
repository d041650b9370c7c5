package io.github.dubboext.samples.consumer.scenario;

import io.github.dubboext.samples.consumer.client.OrderClient;
import io.github.dubboext.samples.consumer.client.OrderTarget;
import io.github.dubboext.samples.consumer.client.Refusal;
import io.github.dubboext.samples.consumer.load.LoadPlan;
import io.github.dubboext.samples.consumer.load.LoadResult;
import io.github.dubboext.samples.consumer.load.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * 30 threads against a provider that takes 20 calls a second.
 *
 * <p>First on the edge: one early call opens Dubbo's window, a burst just before its end takes what is left of it, and a
 * burst just after it the whole of the next: nearly twice as much as allowed within a tenth of a second. Then all at once and
 * without a break: what is allowed has to be admitted, too.
 */
final class Tps implements Scenario {
    private static final int LIMIT = 20;
    private static final long WINDOW_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final int THREADS = 30;

    @Override
    public String name() {
        return "tps";
    }

    @Override
    public String story() {
        return "30 threads against tps=20 a second: never 21 within any second, and 20 are admitted when all push.";
    }

    @Override
    public String baseline() {
        return "tps";
    }

    @Override
    public boolean ofLimits() {
        return true;
    }

    @Override
    public void play(Stage stage) throws Exception {
        stage.startProvider("--tps 20 --tps-interval 1s");
        OrderClient client = stage.consumer("random");
        CallLog edges = new CallLog(new OrderTarget(client.service()));
        for (int i = 0; i < 4; i++) {
            onTheEdge(edges);
        }
        stage.atMost("calls sent and answered within one second", mostInOneWindow(edges.calls()), LIMIT, "");

        TimeUnit.SECONDS.sleep(2);
        CallLog push = new CallLog(new OrderTarget(client.service()));
        LoadPlan load = LoadPlan.closedLoop(THREADS, Duration.ofSeconds(1), stage.seconds(10));
        LoadResult result = stage.load("tps=20", client, push, load);
        stage.atMost("the same when all push without a break", mostInOneWindow(push.calls()), LIMIT, "");
        stage.atLeast(
                "admitted then, of what is allowed",
                100.0 * result.count(Outcome.OK) * 1000 / result.elapsedMillis() / LIMIT,
                98,
                "%");
        Refusal refusal = Refusal.await(client.service());
        stage.exactly("refusals that a caller can tell by their code", refusal.hasCode() ? 1 : 0, 1);
        stage.atMost("characters of the longest line of a refusal", refusal.chars(), 300, "");
    }

    private static void onTheEdge(CallLog log) throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(2200); // whatever window there was is over
        long start = System.nanoTime();
        log.call(0);
        burst(log, start + TimeUnit.MILLISECONDS.toNanos(940));
        burst(log, start + TimeUnit.MILLISECONDS.toNanos(1020));
    }

    /** 30 calls at the same moment. */
    private static void burst(CallLog log, long atNanos) throws InterruptedException {
        CountDownLatch ended = new CountDownLatch(THREADS);
        for (int i = 0; i < THREADS; i++) {
            Thread thread = new Thread(
                    () -> {
                        try {
                            TimeUnit.NANOSECONDS.sleep(atNanos - System.nanoTime());
                            log.call(1);
                        } catch (InterruptedException e) {
                            Thread.currentThread().interrupt();
                        } finally {
                            ended.countDown();
                        }
                    },
                    "burst");
            thread.setDaemon(true);
            thread.start();
        }
        ended.await();
    }

    /**
     * A call that was sent and answered within a second was admitted within it, wherever in between; so this never counts one
     * too many.
     */
    static int mostInOneWindow(List<CallLog.Call> calls) {
        List<CallLog.Call> admitted = new ArrayList<>(
                calls.stream().filter(call -> call.outcome() == Outcome.OK).toList());
        admitted.sort(Comparator.comparingLong(CallLog.Call::beganNanos));
        int most = 0;
        for (CallLog.Call first : admitted) {
            int inside = 0;
            for (CallLog.Call call : admitted) {
                boolean began = call.beganNanos() - first.beganNanos() >= 0;
                boolean ended = call.endedNanos() - first.beganNanos() < WINDOW_NANOS;
                inside += began && ended ? 1 : 0;
            }
            most = Math.max(most, inside);
        }
        return most;
    }
}
