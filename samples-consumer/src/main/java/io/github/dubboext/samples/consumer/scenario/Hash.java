package io.github.dubboext.samples.consumer.scenario;

import io.github.dubboext.samples.api.OrderService;
import io.github.dubboext.samples.consumer.client.OrderClient;
import io.github.dubboext.samples.consumer.client.OrderTarget;
import io.github.dubboext.samples.consumer.lab.ProviderProcess;
import io.github.dubboext.samples.consumer.load.Answer;
import io.github.dubboext.samples.consumer.load.LoadPlan;
import io.github.dubboext.samples.consumer.load.LoadResult;
import io.github.dubboext.samples.consumer.load.Target;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Five providers, each the home of a fifth of the keys. One leaves: only its keys move. It comes back: so do they.
 *
 * <p>Then every second call asks for the same key. Without a bound its home gets more than half of all calls; with
 * {@code hash.bound=1.25} nobody takes more than 1.25 times its share of the calls in flight, and what is too much goes next
 * door.
 */
final class Hash implements Scenario {
    private static final int KEYS = 2000;
    private static final long HOT_KEY = 42;
    private static final int PROVIDERS = 5;
    private static final int CALLERS = 16;

    /** Where a key is at home does not depend on how fast this machine is. */
    private static final int TIMEOUT_MILLIS = 10_000;

    private static final double BOUND = 1.25;

    /** Maglev moves a few keys more than it has to. */
    private static final double MOVED_BY_MAGLEV_PERCENT = 0.7;

    @Override
    public String name() {
        return "hash";
    }

    @Override
    public String story() {
        return "Keys keep their provider when another leaves and comes back; a bound spreads a hot key.";
    }

    @Override
    public String baseline() {
        return "consistenthash";
    }

    @Override
    public void play(Stage stage) throws Exception {
        String options = "--delay 5ms";
        List<ProviderProcess> providers = stage.startProviders(options, options, options, options, options);
        List<String> strategies = stage.choose(List.of("ringhash", "maglev"), List.of("consistenthash"));
        Map<String, OrderClient> clients = new HashMap<>();
        Map<String, List<String>> homes = new HashMap<>();
        for (String strategy : strategies) {
            OrderClient client = stage.consumer(strategy, Map.of("timeout", TIMEOUT_MILLIS));
            clients.put(strategy, client);
            homes.put(strategy, homes(client.service()));
        }
        stage.say(KEYS + " keys are at home; one of " + PROVIDERS + " providers leaves, and comes back");
        leaveAndComeBack(stage, providers.get(0), clients, homes);

        LoadPlan load = LoadPlan.closedLoop(40, Duration.ofSeconds(2), stage.seconds(9));
        for (String strategy : strategies) {
            OrderClient client = clients.get(strategy);
            stage.load(strategy, client, everySecondCallHot(client), load);
            OrderClient bounded = stage.consumer(strategy, Map.of("hash.bound", BOUND, "timeout", TIMEOUT_MILLIS));
            LoadResult result = stage.load(strategy + " bound " + BOUND, bounded, everySecondCallHot(bounded), load);

            // The bound is of whole calls, so rounded up: less than one call more, of those that are in flight on the
            // mean.
            double inFlight = result.callsPerSecond() * result.latencies().meanMillis() / 1000;
            stage.atMost(
                    strategy + ": share of the busiest provider with a bound of 1.25",
                    100 * busiest(result),
                    100 * (BOUND / PROVIDERS + 1 / inFlight),
                    "%");
        }
    }

    private static void leaveAndComeBack(
            Stage stage, ProviderProcess leaving, Map<String, OrderClient> clients, Map<String, List<String>> homes)
            throws InterruptedException {
        leaving.close();
        for (String strategy : clients.keySet()) {
            awaitProviders(clients.get(strategy), PROVIDERS - 1);
            List<String> without = homes(clients.get(strategy).service());
            int moved = 0;
            for (int key = 0; key < KEYS; key++) {
                String home = homes.get(strategy).get(key);
                moved += !home.equals(leaving.address()) && !home.equals(without.get(key)) ? 1 : 0;
            }
            stage.atMost(
                    strategy + ": keys of others that moved when a provider left",
                    100.0 * moved / KEYS,
                    strategy.equals("maglev") ? MOVED_BY_MAGLEV_PERCENT : 0,
                    "%");
        }
        stage.startAgain(leaving);
        for (String strategy : clients.keySet()) {
            awaitProviders(clients.get(strategy), PROVIDERS);
            List<String> again = homes(clients.get(strategy).service());
            int elsewhere = 0;
            for (int key = 0; key < KEYS; key++) {
                elsewhere += again.get(key).equals(homes.get(strategy).get(key)) ? 0 : 1;
            }
            stage.exactly(strategy + ": keys that are elsewhere when it is back", elsewhere, 0);
        }
    }

    /** No call waits for the table of a new list: the first call has it made, and it is there a moment later. */
    private static void awaitProviders(OrderClient client, int number) throws InterruptedException {
        client.awaitProvidersExactly(number);
        client.service().getOrderInfo(0);
        Thread.sleep(1000);
    }

    /** Who answers for each key. */
    private static List<String> homes(OrderService service) {
        ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
        try {
            List<CompletableFuture<String>> asked = new ArrayList<>();
            for (long key = 0; key < KEYS; key++) {
                long each = key;
                asked.add(CompletableFuture.supplyAsync(
                        () -> service.getOrderInfo(each).getServedBy(), callers));
            }
            return asked.stream().map(CompletableFuture::join).toList();
        } finally {
            callers.shutdownNow();
        }
    }

    private static Target everySecondCallHot(OrderClient client) {
        OrderTarget target = new OrderTarget(client.service());
        return new Target() {
            @Override
            public Answer call(long ticket) {
                return target.call(ticket % 2 == 0 ? HOT_KEY : ticket);
            }

            @Override
            public CompletableFuture<Answer> callAsync(long ticket) {
                return target.callAsync(ticket % 2 == 0 ? HOT_KEY : ticket);
            }

            @Override
            public Map<String, Integer> inFlight() {
                return target.inFlight();
            }
        };
    }

    private static double busiest(LoadResult result) {
        return result.providers().keySet().stream()
                .mapToDouble(result::shareOf)
                .max()
                .orElse(Double.NaN);
    }
}
