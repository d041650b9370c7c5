package io.github.dubboext.benchmarks.sim;

import io.github.dubboext.lb.stats.Outcome;
import java.util.ArrayDeque;
import java.util.SplittableRandom;

/** Workers behind a queue, first come first served. */
final class Server {

    /** How long a worker needs for a call that it begins at {@code nowNanos}. */
    interface ServiceTime {
        long nanos(long nowNanos, SplittableRandom random);
    }

    static final int NO_QUEUE = Integer.MAX_VALUE;

    private final int workers;
    private final ServiceTime time;
    private final Outcome outcome;
    private final ArrayDeque<SimulatedCall> waiting = new ArrayDeque<>();
    private int busy;

    Server(int workers, ServiceTime time, Outcome outcome) {
        this.workers = workers;
        this.time = time;
        this.outcome = outcome;
    }

    Outcome outcome() {
        return outcome;
    }

    void accept(SimulatedCall call, long nowNanos, SplittableRandom random, Completions completions) {
        if (busy < workers) {
            busy++;
            completions.add(nowNanos + time.nanos(nowNanos, random), call);
        } else {
            waiting.add(call);
        }
    }

    /** A call is done: the worker takes the next. */
    void complete(long nowNanos, SplittableRandom random, Completions completions) {
        SimulatedCall next = waiting.poll();
        if (next == null) {
            busy--;
        } else {
            completions.add(nowNanos + time.nanos(nowNanos, random), next);
        }
    }
}
