package io.github.dubboext.samples.consumer.scenario;

import io.github.dubboext.limit.LimitSnapshots;
import io.github.dubboext.limit.core.LimitSnapshot;
import io.github.dubboext.limit.core.LimiterKey.Kind;
import io.github.dubboext.samples.api.OrderService;
import io.github.dubboext.samples.consumer.client.OrderClient;
import io.github.dubboext.samples.consumer.lab.ProviderProcess;
import io.github.dubboext.samples.consumer.lab.Rules;
import io.github.dubboext.samples.consumer.load.Outcome;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Everything at once, for a long time: six providers, half of them on triple, of which four are killed or ended and started
 * again in turn; every ten seconds a rule that changes the strategy, a weight and the limits; blocking and asynchronous
 * callers, who often have to wait for {@code actives}.
 *
 * <p>The limits of the providers are never reached by what {@code actives} lets through, and nobody waits for long, so each
 * refusal is a wrong one. In the end no permit may be out, and one call at a time has to get through {@code actives=1} and
 * {@code executes=1} everywhere: a single permit lost would hold it up or refuse it.
 */
public final class Soak implements Scenario {
    private static final List<String> STRATEGIES =
            List.of("weightedrandom", "smoothroundrobin", "leastrequest", "ewma", "ringhash", "maglev");

    private static final long PUSH_EVERY_SECONDS = 10;
    /** Dubbo exports a service anew for a pushed rule, and consumers follow. */
    private static final long RULE_TAKES_SECONDS = 15;

    private static final int LAST_CALLS = 300;
    /** What a killed provider was working on, and calls whose invoker Dubbo exchanges for a rule. */
    private static final double MAY_FAIL_PERCENT = 1;

    private final Duration duration;

    public Soak(Duration duration) {
        this.duration = duration;
    }

    @Override
    public String name() {
        return "soak";
    }

    @Override
    public String story() {
        return "Kills, rules and load of every kind for a long time: no wrong refusal, no permit lost, nothing grows.";
    }

    @Override
    public String baseline() {
        return "";
    }

    @Override
    public void play(Stage stage) throws Exception {
        String options = "--delay 20ms --register-mode instance --executes 16 --tps 5000 --tps-interval 1s --protocol ";
        List<ProviderProcess> providers = stage.startProviders(
                options + "dubbo",
                options + "tri",
                options + "dubbo",
                options + "dubbo",
                options + "tri",
                options + "tri");
        List<String> addresses =
                providers.stream().map(ProviderProcess::address).toList();
        OrderClient client = stage.consumer(STRATEGIES.get(0), Map.of("actives", 4, "retries", 0, "timeout", 10_000));
        Vitals own = Vitals.ofThisJvm();
        Vitals dubbo = Vitals.of(providers.get(0));
        Vitals triple = Vitals.of(providers.get(1));
        try (Rules rules = Rules.of(stage.registry());
                Callers callers = new Callers(client.service())) {
            try (Pushes pushes = Pushes.every(PUSH_EVERY_SECONDS, push -> push(rules, addresses, push))) {
                Fates fates = new Fates(stage, providers.subList(2, 6));
                long end = System.nanoTime() + duration.toNanos();
                while (System.nanoTime() - end < 0) {
                    TimeUnit.SECONDS.sleep(PUSH_EVERY_SECONDS);
                    fates.next();
                    for (Vitals each : List.of(own, dubbo, triple)) {
                        each.look();
                    }
                    stage.say("after " + pushes + ": " + callers);
                }
                stage.note("Rules pushed: " + pushes.end());
                fates.allStarted();
                client.awaitProvidersExactly(providers.size());
            } finally {
                tell(stage, callers);
            }
            judge(stage, callers, callers.stop());
            rules.ofService(
                    Rules.Config.consumers(Map.of("loadbalance", "smoothroundrobin", "actives", 1)),
                    Rules.Config.providers(Map.of("executes", 1)));
            TimeUnit.SECONDS.sleep(RULE_TAKES_SECONDS);
            lastCalls(stage, client.service(), providers.size());
        } finally {
            own.judge(stage, "the consumer");
            dubbo.judge(stage, "a dubbo provider");
            triple.judge(stage, "a triple provider");
        }
    }

    /** Each strategy meets each number of {@code actives}. */
    private static void push(Rules rules, List<String> addresses, int push) throws Exception {
        rules.ofService(
                Rules.Config.consumersOf(
                        addresses.get(push % addresses.size()), Map.of("weight", 25 + 50 * (push % 4))),
                Rules.Config.consumers(Map.of(
                        "loadbalance",
                        STRATEGIES.get(push % STRATEGIES.size()),
                        "actives",
                        2 + push / STRATEGIES.size() % 3,
                        "ewma.decay",
                        5000 + push)),
                Rules.Config.providers(Map.of("executes", 12 + push % 5, "tps", 5000 + push)));
    }

    private static void tell(Stage stage, Callers callers) {
        stage.note("Calls by outcome, with no second attempt: " + callers
                + "; a killed provider takes those with it that are"
                + " under way, and Dubbo itself fails a call whose invoker it exchanges for a rule");
        callers.firstReasons().forEach((outcome, reason) -> stage.note("First " + outcome.label() + ": " + reason));
    }

    private static void judge(Stage stage, Callers callers, int neverEnded) {
        Map<Outcome, Long> counts = callers.counts();
        long all = counts.values().stream().mapToLong(Long::longValue).sum();
        long ok = counts.getOrDefault(Outcome.OK, 0L);
        long refused = counts.entrySet().stream()
                .filter(each -> each.getKey().group() == Outcome.Group.REFUSED)
                .mapToLong(Map.Entry::getValue)
                .sum();
        stage.exactly("wrong refusals", refused, 0);
        stage.exactly(
                "calls that ended in anything but an answer or a failure of Dubbo's",
                counts.getOrDefault(Outcome.BUSINESS, 0L),
                0);
        stage.atMost("failed calls", 100.0 * (all - ok - refused) / all, MAY_FAIL_PERCENT, "%");
        stage.exactly("calls that never ended", neverEnded, 0);
        stage.exactly(
                "permits of the consumer that are out, and calls that wait for one",
                LimitSnapshots.all().stream()
                        .mapToLong(limit -> limit.inFlight() + limit.waiting())
                        .sum(),
                0);
    }

    private static void lastCalls(Stage stage, OrderService service, int providers) {
        Set<String> servers = new HashSet<>();
        long failed = 0;
        for (int i = 0; i < LAST_CALLS; i++) {
            try {
                servers.add(service.getOrderInfo(i).getServedBy());
                servers.add(service.getOrderInfoAsync(i).join().getServedBy());
            } catch (RuntimeException e) {
                failed++;
            }
        }
        stage.exactly(
                "limits of the calls that follow that are not the pushed actives=1",
                LimitSnapshots.inUse().stream()
                        .filter(limit -> limit.key().kind() == Kind.ACTIVES)
                        .filter(limit -> limit.key().method().startsWith("getOrderInfo"))
                        .mapToInt(LimitSnapshot::limit)
                        .filter(limit -> limit != 1)
                        .count(),
                0);
        stage.exactly(
                "of " + LAST_CALLS + " single calls to each method through actives=1 and executes=1, failed",
                failed,
                0);
        stage.exactly("providers that answered them", servers.size(), providers);
    }
}
