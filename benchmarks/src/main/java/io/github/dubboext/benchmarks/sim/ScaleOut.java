package io.github.dubboext.benchmarks.sim;

import io.github.dubboext.lb.env.Env;
import io.github.dubboext.lb.pick.Strategy;
import io.github.dubboext.lb.pick.WarmUp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;

/**
 * 50 warm providers, and 150 new ones that join 0.2 s apart and warm up for 10 minutes; 100 consumers, each with the list in
 * an order of its own, look at the weights again every second. What is counted is who gets the calls.
 */
final class ScaleOut {
    static final int[] MINUTES = {3, 6, 9};

    private static final int OLD = 50;
    private static final int ALL = 200;
    private static final int CONSUMERS = 100;
    private static final long SECOND = 1_000_000_000L;
    private static final long JOIN_EVERY_NANOS = SECOND / 5;
    private static final long WARM_UP_MILLIS = 600_000;
    private static final long REFRESH_NANOS = SECOND;

    /**
     * @param minute the one that begins this many minutes after the first joined
     * @param newSharePercent share of the new providers in the calls of this minute
     * @param idealPercent their share in the weights, mean over these calls
     * @param hottest calls of the most called new provider over those of a mean old one
     */
    record Minute(int minute, double newSharePercent, double idealPercent, double hottest) {}

    private final VirtualEnv env;
    private final SplittableRandom world;
    private final double callsPerSecond;
    private final Consumer[] consumers = new Consumer[CONSUMERS];
    private final int[][] orders = new int[CONSUMERS][];
    private final WarmUp warmUp = new WarmUp();
    private final long[] weights = new long[ALL];
    private final long[][] counts = new long[10][ALL];
    private final double[] ideal = new double[10];
    private double newShareOfWeights;
    private int present = OLD;

    /** @param callsPerSecond of each consumer */
    ScaleOut(Function<Env, Strategy> strategy, double callsPerSecond, long seed) {
        this.env = new VirtualEnv(seed);
        this.world = new SplittableRandom(~seed);
        this.callsPerSecond = callsPerSecond;
        for (int i = 0; i < CONSUMERS; i++) {
            consumers[i] = new Consumer(strategy.apply(env), ALL);
            orders[i] = shuffled();
        }
    }

    List<Minute> run() {
        double meanGapNanos = SECOND / (callsPerSecond * CONSUMERS);
        long refreshNanos = 0;
        double now = 0;
        while (now < 600 * SECOND) {
            env.advanceTo((long) now);
            int arrived = (int) Math.min(ALL, OLD + now / JOIN_EVERY_NANOS);
            if (arrived > present || now >= refreshNanos) {
                present = arrived;
                refreshNanos = (long) now + REFRESH_NANOS;
                update();
            }
            int minute = (int) (now / 60 / SECOND);
            counts[minute][consumers[world.nextInt(CONSUMERS)].pick()]++;
            ideal[minute] += newShareOfWeights;
            now += Scenario.exponential(meanGapNanos, world);
        }
        List<Minute> minutes = new ArrayList<>();
        for (int minute : MINUTES) {
            double all = Arrays.stream(counts[minute]).sum();
            double old = Arrays.stream(counts[minute], 0, OLD).sum();
            double hottest = Arrays.stream(counts[minute], OLD, ALL).max().orElseThrow();
            minutes.add(new Minute(minute, 100 * (1 - old / all), 100 * ideal[minute] / all, hottest / (old / OLD)));
        }
        return minutes;
    }

    private void update() {
        long nowMillis = env.nanoTime() / 1_000_000;
        List<String> addresses = new ArrayList<>();
        for (int server = 0; server < present; server++) {
            addresses.add("server:" + server);
        }
        warmUp.observe(addresses, nowMillis, WARM_UP_MILLIS);
        long[] configured = new long[present];
        long[] ages = new long[present];
        long[] warmUps = new long[present];
        Arrays.fill(configured, 100);
        Arrays.fill(warmUps, WARM_UP_MILLIS);
        for (int server = 0; server < present; server++) {
            ages[server] = warmUp.ageMillis(addresses.get(server), nowMillis);
        }
        long[] warm = WarmUp.weights(configured, ages, warmUps);
        System.arraycopy(warm, 0, weights, 0, present);
        double total = Arrays.stream(warm).sum();
        newShareOfWeights = 1 - Arrays.stream(warm, 0, OLD).sum() / total;
        for (int i = 0; i < CONSUMERS; i++) {
            int[] list =
                    Arrays.stream(orders[i]).filter(server -> server < present).toArray();
            long[] listed =
                    Arrays.stream(list).mapToLong(server -> weights[server]).toArray();
            consumers[i].update(list, listed, env.nanoTime());
        }
    }

    private int[] shuffled() {
        int[] order = new int[ALL];
        for (int i = 0; i < ALL; i++) {
            int j = world.nextInt(i + 1);
            order[i] = order[j];
            order[j] = i;
        }
        return order;
    }
}
