package io.github.dubboext.samples.consumer.scenario;

import io.github.dubboext.samples.consumer.client.OrderClient;
import io.github.dubboext.samples.consumer.client.OrderTarget;
import io.github.dubboext.samples.consumer.lab.Application;
import io.github.dubboext.samples.consumer.lab.Lab;
import io.github.dubboext.samples.consumer.lab.ProviderProcess;
import io.github.dubboext.samples.consumer.load.LoadGenerator;
import io.github.dubboext.samples.consumer.load.LoadPlan;
import io.github.dubboext.samples.consumer.load.LoadResult;
import io.github.dubboext.samples.consumer.load.LoadStopped;
import io.github.dubboext.samples.consumer.load.Target;
import io.github.dubboext.samples.consumer.report.Expectation;
import io.github.dubboext.samples.consumer.report.Expectation.Bound;
import io.github.dubboext.samples.consumer.report.StrategyResult;
import io.github.dubboext.samples.runtime.Cleanup;
import io.github.dubboext.samples.runtime.HostPort;
import io.github.dubboext.samples.runtime.RunFailure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * What a scenario plays on: providers, consumers and load on request, and a list of what it promised. Whatever was measured
 * stays, also when the scenario is ended early. For one thread.
 */
public final class Stage {
    /** How long to look for providers that were just seen to be ready, and for those of somebody else. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final Duration PATIENCE_WITH_OTHERS = Duration.ofSeconds(10);

    private final Cleanup cleanup;
    private final Lab lab;
    private final Application provider;
    private final boolean baseline;
    private final boolean inShort;
    private final Console console;

    private final Map<String, StrategyResult> results = new LinkedHashMap<>();
    private final List<Expectation> expectations = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    /**
     * Sets it up.
     *
     * @param provider what to start as a provider
     * @param baseline whether Dubbo's own counterpart plays
     * @param inShort whether to take a third of the time, for tests
     */
    public Stage(Cleanup cleanup, Lab lab, Application provider, boolean baseline, boolean inShort, Console console) {
        this.cleanup = cleanup;
        this.lab = lab;
        this.provider = provider;
        this.baseline = baseline;
        this.inShort = inShort;
        this.console = console;
    }

    /** Who plays: this pack, or with {@code --baseline} Dubbo's own. */
    List<String> choose(List<String> ours, List<String> dubbos) {
        return baseline ? dubbos : ours;
    }

    String choose(String ours, String dubbos) {
        return baseline ? dubbos : ours;
    }

    /** So many, or a third of them in the short form. */
    Duration seconds(int seconds) {
        return Duration.ofMillis(inShort ? seconds * 1000L / 3 : seconds * 1000L);
    }

    HostPort registry() {
        return lab.registry();
    }

    /**
     * Starts providers at the same time and returns when calls may come.
     *
     * @param optionsOfEach the command line of each, without port and registry
     */
    List<ProviderProcess> startProviders(String... optionsOfEach) throws InterruptedException {
        List<List<String>> options = new ArrayList<>();
        for (String text : optionsOfEach) {
            options.add(List.of(text.trim().split("\\s+")));
        }
        return lab.startProviders(provider, options, line -> console.say("Provider: " + line));
    }

    ProviderProcess startProvider(String options) throws InterruptedException {
        return startProviders(options).get(0);
    }

    /** On the same port, with the same options, after it has ended. */
    ProviderProcess startAgain(ProviderProcess ended) throws InterruptedException {
        return lab.startAgain(ended);
    }

    /** A consumer that balances like this and sees all providers that are running. */
    OrderClient consumer(String loadbalance) throws InterruptedException {
        return consumer(loadbalance, Map.of());
    }

    /** The same, with further values for the placeholders of the XML. A failed call is not tried again unless they say so. */
    OrderClient consumer(String loadbalance, Map<String, Object> settings) throws InterruptedException {
        Map<String, Object> all = new HashMap<>(Map.of("loadbalance", loadbalance, "retries", 0));
        all.putAll(settings);
        OrderClient client = cleanup.open(() -> new OrderClient(lab.registry()));
        client.start(all);
        int running =
                (int) lab.providers().stream().filter(ProviderProcess::isAlive).count();
        client.awaitProviders(Math.max(1, running), running == 0 ? PATIENCE_WITH_OTHERS : PATIENCE);
        return client;
    }

    /** Puts load on a consumer and keeps the result under this name; a second run of that name is added to the first. */
    LoadResult load(String run, OrderClient client, LoadPlan plan) throws InterruptedException {
        return load(run, client, new OrderTarget(client.service()), plan);
    }

    LoadResult load(String run, OrderClient client, Target target, LoadPlan plan) throws InterruptedException {
        SortedMap<String, Integer> weights = client.providerWeights();
        LoadGenerator generator = cleanup.open(() -> new LoadGenerator(plan, target));
        return load(run, weights, generator);
    }

    private LoadResult load(String run, SortedMap<String, Integer> weights, LoadGenerator generator) {
        try {
            LoadResult load = generator.run(
                    sample -> console.progress(run + ", warm-up", sample), sample -> console.progress(run, sample));
            keep(new StrategyResult(run, weights, load));
            return load;
        } catch (LoadStopped e) {
            keep(new StrategyResult(run, weights, e.soFar()));
            throw e;
        }
    }

    private void keep(StrategyResult result) {
        results.merge(
                result.strategy(),
                result,
                (first, second) -> new StrategyResult(
                        first.strategy(), first.weights(), first.load().then(second.load())));
    }

    /** What goes on while there is load. */
    interface Script {
        void play() throws Exception;
    }

    /**
     * Load for as long as the script takes, which begins when the load has warmed up. Weights and providers may change
     * meanwhile, so nothing is known about the shares of the whole run.
     */
    @SuppressWarnings("Interruption") // a script waits most of its time
    LoadResult loadDuring(String run, Target target, LoadPlan plan, Script script) throws Exception {
        LoadGenerator generator = cleanup.open(() -> new LoadGenerator(plan, target));
        AtomicBoolean over = new AtomicBoolean();
        Exception[] failure = new Exception[1];
        Thread player = new Thread(
                () -> {
                    try {
                        generator.awaitWarm();
                        script.play();
                        over.set(true);
                        generator.finish();
                    } catch (Exception e) {
                        failure[0] = e;
                        generator.close();
                    }
                },
                "script");
        player.setDaemon(true);
        player.start();
        try {
            LoadResult result = load(run, new TreeMap<>(), generator);
            if (!over.get()) {
                throw new RunFailure("The load of " + run + " ended before what was to happen during it");
            }
            return result;
        } catch (RuntimeException e) {
            player.interrupt();
            player.join();
            throw failure[0] == null || failure[0] instanceof InterruptedException ? e : failure[0];
        }
    }

    /**
     * The same load with one consumer after the other, then in the reverse order, half of the time each: whoever comes first
     * meets a JVM that is colder, whichever strategy it is.
     *
     * @param clients by name of the run
     */
    void race(Map<String, OrderClient> clients, LoadPlan plan) throws InterruptedException {
        List<String> order = new ArrayList<>(clients.keySet());
        if (order.size() == 1 || plan.maxCalls() == 1) {
            raceOnce(clients, order, plan);
            return;
        }
        raceOnce(clients, order, plan.firstHalf());
        Collections.reverse(order);
        raceOnce(clients, order, plan.secondHalf());
    }

    private void raceOnce(Map<String, OrderClient> clients, List<String> order, LoadPlan plan)
            throws InterruptedException {
        boolean cold = results.isEmpty();
        for (String run : order) {
            load(run, clients.get(run), cold ? plan : plan.warmUpShorter());
            cold = false;
        }
    }

    void atMost(String what, double measured, double limit, String unit) {
        expectations.add(new Expectation(what, measured, Bound.AT_MOST, limit, unit));
    }

    void atLeast(String what, double measured, double limit, String unit) {
        expectations.add(new Expectation(what, measured, Bound.AT_LEAST, limit, unit));
    }

    /** Of things that are counted. */
    void exactly(String what, long measured, long expected) {
        expectations.add(new Expectation(what, (double) measured, Bound.EXACTLY, (double) expected, ""));
    }

    /** A line on the way. */
    void say(String line) {
        console.say(line);
    }

    /** Something worth knowing that nothing was promised about. */
    void note(String line) {
        notes.add(line);
    }

    /** Whether there is nothing to tell yet. */
    public boolean isEmpty() {
        return results.isEmpty() && expectations.isEmpty() && notes.isEmpty();
    }

    public List<StrategyResult> results() {
        return List.copyOf(results.values());
    }

    public List<Expectation> expectations() {
        return List.copyOf(expectations);
    }

    public List<String> notes() {
        return List.copyOf(notes);
    }
}
