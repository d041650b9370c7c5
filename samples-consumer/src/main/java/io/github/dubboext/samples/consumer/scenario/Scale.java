package io.github.dubboext.samples.consumer.scenario;

import io.github.dubboext.samples.consumer.client.OrderTarget;
import io.github.dubboext.samples.consumer.lab.ProviderProcess;
import io.github.dubboext.samples.consumer.load.LoadPlan;
import io.github.dubboext.samples.consumer.load.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Three providers, then three more that warm up, then two of the six are killed and two more stopped in good order, all
 * under load and without retries. Only a call that was on its way to a killed one may fail.
 *
 * <p>While they warm up the new ones' weights keep changing, and Dubbo's round robin forgets at every change whose turn it
 * was: one of the new ones then gets all that is meant for the three. Weights of 10,000 over 20 s change every 2 ms; at
 * 400 calls a second that is what weights of 100 over ten minutes are to a method that is called every 7 s. In the last fifth
 * of their warm-up a new one is due 0.9 of what an old one gets, and 2.7 if it gets it for all three; over the whole of it these
 * are 0.5 and 1.5, which one could not tell from the noise that is allowed.
 */
final class Scale implements Scenario {
    private static final long WARM_UP_SECONDS = 20;
    private static final int OLD = 3;

    @Override
    public String name() {
        return "scale";
    }

    @Override
    public String story() {
        return "3 providers, then 6, then 2, under load: no call fails but those on their way to a killed one.";
    }

    @Override
    public String baseline() {
        return "roundrobin";
    }

    @Override
    public void play(Stage stage) throws Exception {
        String options = "--delay 20ms --weight 10000 --register-mode instance --warmup ";
        List<ProviderProcess> old = stage.startProviders(options + "1ms", options + "1ms", options + "1ms");
        String strategy = stage.choose("smoothroundrobin", "roundrobin");
        // A call takes 20 ms; a slow machine is not to be taken for a lost call.
        var client = stage.consumer(strategy, Map.of("timeout", 5000));
        CallLog log = new CallLog(new OrderTarget(client.service()));
        LoadPlan load = LoadPlan.arrivals(400, 64, Duration.ofSeconds(3), Duration.ofMinutes(5));

        stage.loadDuring(strategy, log, load, () -> {
            long start = System.nanoTime();
            String young = options + WARM_UP_SECONDS + "s";
            List<ProviderProcess> added = stage.startProviders(young, young, young);
            long first = log.awaitAnswerOf(added.get(0).address());
            for (ProviderProcess each : added) {
                log.awaitAnswerOf(each.address());
            }
            long warm = first + TimeUnit.SECONDS.toNanos(WARM_UP_SECONDS);
            TimeUnit.NANOSECONDS.sleep(warm - System.nanoTime());
            long almostWarm = first + TimeUnit.SECONDS.toNanos(WARM_UP_SECONDS * 4 / 5);

            stage.atMost(
                    "the busiest new one in the last fifth of its warm-up, in calls of a mean old one",
                    busiest(log, added, almostWarm, warm) / mean(log, old, almostWarm, warm),
                    1.6,
                    "times");

            // Beyond what was on its way to a killed one while it died nothing may fail.
            long excused = killed(added.get(0), log) + killed(old.get(0), log);
            Thread.sleep(3000);
            added.get(1).close();
            old.get(1).close();
            Thread.sleep(3000);

            long failed =
                    CallLog.count(log.calls(), call -> call.outcome() != Outcome.OK && call.beganNanos() - start >= 0);
            stage.exactly("failed calls that were not on their way to a killed provider", failed - excused, 0);
            stage.note("Failed on their way to a killed provider: " + excused);
        });
    }

    /** Kills one, and returns how many calls failed that had begun before it was dead. */
    private static long killed(ProviderProcess provider, CallLog log) throws InterruptedException {
        long alive = System.nanoTime();
        provider.kill();
        provider.awaitEnd();
        long dead = System.nanoTime();
        Thread.sleep(6000); // longer than a call may take
        return CallLog.count(
                log.calls(),
                call -> call.outcome() != Outcome.OK
                        && call.provider().equals(provider.address())
                        && call.beganNanos() - dead < 0
                        && call.endedNanos() - alive >= 0);
    }

    private static double busiest(CallLog log, List<ProviderProcess> providers, long from, long to) {
        return providers.stream()
                .mapToDouble(each -> log.share(each.address(), from, to))
                .max()
                .orElseThrow();
    }

    private static double mean(CallLog log, List<ProviderProcess> providers, long from, long to) {
        return providers.stream()
                        .mapToDouble(each -> log.share(each.address(), from, to))
                        .sum()
                / OLD;
    }
}
