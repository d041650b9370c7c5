package io.github.dubboext.benchmarks.sim;

import io.github.dubboext.lb.env.Env;
import java.util.SplittableRandom;

/** Time that passes only when the simulation says so, and seeded randomness. For one thread. */
final class VirtualEnv implements Env {
    private final SplittableRandom random;
    private long nowNanos;

    VirtualEnv(long seed) {
        this.random = new SplittableRandom(seed);
    }

    void advanceTo(long nanos) {
        nowNanos = nanos;
    }

    @Override
    public long nanoTime() {
        return nowNanos;
    }

    /** As late as the real one may be. */
    @Override
    public long coarseNanoTime() {
        return nowNanos - nowNanos % COARSE_STEP_NANOS;
    }

    @Override
    public long wallMillis() {
        return nowNanos / 1_000_000;
    }

    @Override
    public long nextLong() {
        return random.nextLong();
    }
}
