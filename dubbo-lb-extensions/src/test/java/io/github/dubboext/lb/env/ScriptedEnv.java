package io.github.dubboext.lb.env;

import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;

/** A clock moved by hand and seeded random numbers. Thread-safe; with several threads the draws interleave. */
public final class ScriptedEnv implements Env {
    private final AtomicLong nanos = new AtomicLong();
    private final AtomicLong wallMillis = new AtomicLong(1_750_000_000_000L);
    private final SplittableRandom random;

    public ScriptedEnv(long seed) {
        this.random = new SplittableRandom(seed);
    }

    public void passMillis(long millis) {
        nanos.addAndGet(millis * 1_000_000);
        wallMillis.addAndGet(millis);
    }

    @Override
    public long nanoTime() {
        return nanos.get();
    }

    @Override
    public long coarseNanoTime() {
        return nanos.get();
    }

    @Override
    public long wallMillis() {
        return wallMillis.get();
    }

    @Override
    public synchronized long nextLong() {
        return random.nextLong();
    }
}
