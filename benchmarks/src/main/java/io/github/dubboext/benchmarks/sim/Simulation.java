package io.github.dubboext.benchmarks.sim;

import io.github.dubboext.lb.env.Env;
import io.github.dubboext.lb.pick.Strategy;
import io.github.dubboext.lb.stats.Outcome;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.IntStream;

/** One run of one scenario with one strategy: arrivals and completions in the order of their virtual times. */
final class Simulation {
    private static final long SECOND = 1_000_000_000L;

    private final Scenario scenario;
    private final VirtualEnv env;
    private final SplittableRandom world;
    private final Server[] servers;
    private final Consumer[] consumers;
    private final Completions completions = new Completions();
    private final Measurements measured;

    /** @param strategy made once for each consumer */
    Simulation(Scenario scenario, Function<Env, Strategy> strategy, long seed) {
        this.scenario = scenario;
        this.env = new VirtualEnv(seed);
        this.world = new SplittableRandom(~seed);
        this.servers = IntStream.range(0, scenario.servers())
                .mapToObj(scenario.server())
                .toArray(Server[]::new);
        this.consumers = new Consumer[scenario.consumers()];
        int first = scenario.joinSeconds() > 0 ? 1 : 0;
        for (int i = 0; i < consumers.length; i++) {
            consumers[i] = new Consumer(strategy.apply(env), scenario.servers());
            consumers[i].update(IntStream.range(first, scenario.servers()).toArray(), 0);
        }
        this.measured = new Measurements(scenario);
    }

    /** Until the last call has its answer. */
    Measurements run() {
        double meanGapNanos = SECOND / scenario.callsPerSecond();
        long endNanos = scenario.seconds() * SECOND;
        long joinNanos = scenario.joinSeconds() > 0 ? scenario.joinSeconds() * SECOND : Long.MAX_VALUE;
        double arrival = Scenario.exponential(meanGapNanos, world);
        while (arrival < endNanos) {
            completeUntil((long) arrival);
            env.advanceTo((long) arrival);
            if (arrival >= joinNanos) {
                joinNanos = Long.MAX_VALUE;
                for (Consumer consumer : consumers) {
                    consumer.update(IntStream.range(0, scenario.servers()).toArray(), env.nanoTime());
                }
            }
            call(consumers[world.nextInt(consumers.length)]);
            arrival += Scenario.exponential(meanGapNanos, world);
        }
        completeUntil(Long.MAX_VALUE - 1);
        return measured;
    }

    private void call(Consumer consumer) {
        long now = env.nanoTime();
        int server = consumer.pick();
        measured.sent(server, now);
        SimulatedCall call =
                new SimulatedCall(server, now, consumer.stats(server).begin(now, scenario.timeoutNanos()));
        servers[server].accept(call, now, world, completions);
    }

    private void completeUntil(long nanos) {
        while (completions.nextNanos() <= nanos) {
            long now = completions.nextNanos();
            env.advanceTo(now);
            SimulatedCall call = completions.poll();
            Server server = servers[call.server()];
            call.ticket().end(server.outcome(), now);
            measured.done(call, server.outcome() == Outcome.ANSWER, now);
            server.complete(now, world, completions);
        }
    }
}
