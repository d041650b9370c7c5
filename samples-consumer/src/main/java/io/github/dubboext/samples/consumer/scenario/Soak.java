package io.github.dubboext.samples.consumer.scenario;

import io.github.dubboext.samples.consumer.client.OrderClient;
import io.github.dubboext.samples.consumer.lab.ProviderProcess;
import io.github.dubboext.samples.consumer.lab.Rules;
import io.github.dubboext.samples.consumer.load.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Everything at once, for a long time: six providers, half of them on triple, of which four are killed and started again in
 * turn; every ten seconds a rule that changes the strategy, the weights and the limits; blocking and asynchronous callers, who
 * often have to wait for {@code actives}.
 *
 * <p>The limits of the providers are never reached by what {@code actives} lets through, and nobody waits for long, so each
 * refusal is a wrong one. In the end one call at a time has to get through {@code actives=1} and {@code executes=1} everywhere: a
 * single permit lost would hold it up or refuse it.
 */
public final class Soak implements Scenario {
    private static final List<String> STRATEGIES =
            List.of("weightedrandom", "smoothroundrobin", "leastrequest", "ewma", "ringhash", "maglev");

    private static final long PUSH_EVERY_SECONDS = 10;
    /** Dubbo exports a service anew for a pushed rule, and consumers follow. */
    private static final long RULE_TAKES_SECONDS = 15;

    private static final int LAST_CALLS = 300;

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
        OrderClient client = stage.consumer(STRATEGIES.get(0), Map.of("actives", 4, "retries", 0, "timeout", 3000));
        Vitals own = Vitals.ofThisJvm();
        Vitals dubbo = Vitals.of(providers.get(0));
        Vitals triple = Vitals.of(providers.get(1));
        try (Rules rules = Rules.of(stage.registry());
                Callers callers = new Callers(client.service())) {
            Fates fates = new Fates(stage, providers.subList(2, 6));
            long end = System.nanoTime() + duration.toNanos();
            for (int push = 0; System.nanoTime() - end < 0; push++) {
                TimeUnit.SECONDS.sleep(PUSH_EVERY_SECONDS);
                push(rules, push);
                fates.next();
                for (Vitals each : List.of(own, dubbo, triple)) {
                    each.look();
                }
                stage.say("after push " + (push + 1) + ": " + callers);
            }
            callers.stop();
            fates.allStarted();
            judge(stage, callers);
            rules.ofService(
                    Rules.Config.consumers(Map.of("loadbalance", "smoothroundrobin", "actives", 1)),
                    Rules.Config.providers(Map.of("executes", 1)));
            TimeUnit.SECONDS.sleep(RULE_TAKES_SECONDS);
            stage.exactly(
                    "of " + LAST_CALLS + " single calls through actives=1 and executes=1, not answered",
                    lastCalls(client),
                    0);
        }
        own.judge(stage, "the consumer");
        dubbo.judge(stage, "a dubbo provider");
        triple.judge(stage, "a triple provider");
    }

    private static void push(Rules rules, int push) throws Exception {
        String strategy = STRATEGIES.get(push % STRATEGIES.size());
        rules.ofService(
                Rules.Config.consumers(Map.of(
                        "loadbalance",
                        strategy,
                        "actives",
                        2 + push % 3,
                        "weight",
                        50 + 50 * (push % 4),
                        "ewma.decay",
                        5000 + push)),
                Rules.Config.providers(Map.of("executes", 12 + push % 5, "tps", 5000 + push)));
    }

    private static void judge(Stage stage, Callers callers) {
        Map<Outcome, Long> counts = callers.counts();
        long refused = counts.entrySet().stream()
                .filter(each -> each.getKey().group() == Outcome.Group.REFUSED)
                .mapToLong(Map.Entry::getValue)
                .sum();
        stage.atLeast("answered calls", counts.getOrDefault(Outcome.OK, 0L), 1, "");
        stage.exactly("wrong refusals", refused, 0);
        stage.note("Calls by outcome, with no second attempt: " + counts
                + "; a killed provider takes those with it that are"
                + " under way, and Dubbo itself fails a call whose invoker it replaces for a rule");
    }

    private static long lastCalls(OrderClient client) {
        long failed = 0;
        for (int i = 0; i < LAST_CALLS; i++) {
            try {
                client.service().getOrderInfo(i);
            } catch (RuntimeException e) {
                failed++;
            }
        }
        return failed;
    }
}
