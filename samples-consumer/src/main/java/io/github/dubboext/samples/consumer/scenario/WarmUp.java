package io.github.dubboext.samples.consumer.scenario;

import io.github.dubboext.samples.consumer.client.OrderTarget;
import io.github.dubboext.samples.consumer.load.LoadPlan;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Two providers have long been there; a third one joins, whose weight is to rise over 20 s. All register at interface level,
 * as Dubbo 2 does, where ZooKeeper keeps no start time: Dubbo's own warm-up then does nothing at all.
 *
 * <p>A cold JVM that gets its full share at once answers slowly; here it gets little at first, and its share climbs.
 */
final class WarmUp implements Scenario {
    private static final double FULL_SHARE = 1.0 / 3;
    private static final long EARLY_SECONDS = 5;
    private static final long WARM_SECONDS = 25;
    private static final long LATE_SECONDS = 10;

    @Override
    public String name() {
        return "warmup";
    }

    @Override
    public String story() {
        return "A provider joins two others: its share climbs to a third over its 20 s of warm-up.";
    }

    @Override
    public String baseline() {
        return "random";
    }

    @Override
    public void play(Stage stage) throws Exception {
        String old = "--warmup 1ms --delay 2ms --register-mode interface";
        stage.startProviders(old, old);
        String strategy = stage.choose("weightedrandom", "random");
        var client = stage.consumer(strategy);
        CallLog log = new CallLog(new OrderTarget(client.service()));
        // 6,000 calls in the last 10 s: the share is then known to 0.6 points (one standard deviation).
        LoadPlan load = LoadPlan.arrivals(600, 32, Duration.ofSeconds(2), Duration.ofMinutes(5));

        stage.loadDuring(strategy, log, load, () -> {
            String joined = stage.startProvider("--warmup 20s --delay 2ms --register-mode interface")
                    .address();
            long first = log.awaitAnswerOf(joined);
            sleepUntil(first, WARM_SECONDS + LATE_SECONDS);

            stage.atMost(
                    "part of its full share in the 5 s from its first call",
                    100 * log.share(joined, first, first + seconds(EARLY_SECONDS)) / FULL_SHARE,
                    40,
                    "%");
            stage.atMost(
                    "distance from its full share after 25 s",
                    100
                            * Math.abs(log.share(
                                            joined,
                                            first + seconds(WARM_SECONDS),
                                            first + seconds(WARM_SECONDS + LATE_SECONDS))
                                    - FULL_SHARE),
                    3,
                    "points");
        });
    }

    private static void sleepUntil(long startNanos, long afterSeconds) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(startNanos + seconds(afterSeconds) - System.nanoTime());
    }

    private static long seconds(long seconds) {
        return TimeUnit.SECONDS.toNanos(seconds);
    }
}
