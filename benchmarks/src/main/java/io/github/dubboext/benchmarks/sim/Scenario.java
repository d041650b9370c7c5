package io.github.dubboext.benchmarks.sim;

import io.github.dubboext.lb.stats.Outcome;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntFunction;

/**
 * What the cluster is like and what is asked of it. Calls arrive as a Poisson process, each at a consumer chosen at random;
 * every consumer has a balancer of its own and sees its own calls only. Server 0 is the odd one.
 *
 * @param warmUpSeconds from the start, not in the results
 * @param joinSeconds when server 0 joins; 0 if it is there from the start
 */
record Scenario(
        String name,
        int servers,
        int consumers,
        double callsPerSecond,
        int seconds,
        int warmUpSeconds,
        int joinSeconds,
        IntFunction<Server> server) {

    private static final double MILLIS = 1e6;
    private static final long SECOND = 1_000_000_000L;
    private static final int WORKERS = 4;
    private static final double LOAD = 0.7;

    /** The timeout of a call: what a failure is charged with. Nothing cuts short a call that lasts longer. */
    long timeoutNanos() {
        return SECOND;
    }

    /** A server is slow for half of the time. */
    static Scenario a() {
        return new Scenario(
                "A",
                11,
                1,
                1_000,
                60,
                0,
                0,
                index -> delay((now, random) -> {
                    boolean slow = index == 0 && now >= 15 * SECOND && now < 45 * SECOND;
                    return slow ? 2_000 : 167 + 5 * random.nextGaussian();
                }));
    }

    /** {@code slow} of 4 servers have 5 ms more. */
    static Scenario b(String name, int slow) {
        return new Scenario(
                name,
                4,
                1,
                4_000,
                15,
                1,
                0,
                index -> delay((now, random) -> 0.25 + exponential(0.03, random) + (index < slow ? 5 : 0)));
    }

    /** Half of the servers are three times slower; calls queue. */
    static Scenario c(String name, int servers, int consumers, int seconds) {
        int fast = servers / 2;
        double calls = LOAD * (capacity(fast, 10) + capacity(servers - fast, 30));
        return new Scenario(
                name,
                servers,
                consumers,
                calls,
                seconds,
                20,
                0,
                index -> queue((now, random) -> exponential(index < fast ? 10 : 30, random)));
    }

    /** A server fails at once. */
    static Scenario d() {
        return new Scenario(
                "D",
                10,
                4,
                2_000,
                60,
                2,
                0,
                index -> index == 0
                        ? new Server(Server.NO_QUEUE, (now, random) -> (long) MILLIS, Outcome.FAILURE)
                        : delay((now, random) -> 20 + exponential(2, random)));
    }

    /** A server joins, slow for its first 5 s. */
    static Scenario join(int consumers) {
        int at = 40;
        return new Scenario(
                "join" + consumers,
                20,
                consumers,
                LOAD * capacity(20, 10),
                60,
                38,
                at,
                index -> queue((now, random) -> exponential(index == 0 && now < (at + 5) * SECOND ? 30 : 10, random)));
    }

    /** C, of a size where a consumer calls a server every 5 s. */
    static Scenario scale() {
        return c("scale", 1_000, 1_000, 30);
    }

    static List<Scenario> all() {
        return List.of(
                a(),
                b("B", 1),
                b("B'", 2),
                c("C1", 20, 1, 120),
                c("C20", 20, 20, 120),
                d(),
                join(20),
                join(64),
                join(400),
                scale());
    }

    /** Calls per second that {@code servers} can do. */
    private static double capacity(int servers, double meanMillis) {
        return servers * WORKERS * 1_000 / meanMillis;
    }

    private interface MillisOf {
        double millis(long nowNanos, SplittableRandom random);
    }

    private static Server delay(MillisOf time) {
        return new Server(Server.NO_QUEUE, (now, random) -> (long) (time.millis(now, random) * MILLIS), Outcome.ANSWER);
    }

    private static Server queue(MillisOf time) {
        return new Server(WORKERS, (now, random) -> (long) (time.millis(now, random) * MILLIS), Outcome.ANSWER);
    }

    static double exponential(double mean, SplittableRandom random) {
        return -mean * Math.log(1 - random.nextDouble());
    }
}
