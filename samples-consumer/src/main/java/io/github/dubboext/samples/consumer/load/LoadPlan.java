package io.github.dubboext.samples.consumer.load;

import java.time.Duration;

/**
 * How the load is made.
 *
 * @param threads callers at a time
 * @param warmup load of the same kind before the measured run, not counted
 * @param duration of the measured run
 * @param maxCalls the run ends early after so many; 0 = no such end
 * @param callsPerSecond arrivals on a fixed schedule (open loop); 0 = each thread calls again when it has its answer
 * @param burst all threads start each round of calls together, and wait for the last to be answered
 * @param async through futures; on a fixed schedule then no call waits for a free thread
 */
public record LoadPlan(
        int threads,
        Duration warmup,
        Duration duration,
        long maxCalls,
        int callsPerSecond,
        boolean burst,
        boolean async) {

    /** Each of so many threads calls again when it has its answer. */
    public static LoadPlan closedLoop(int threads, Duration warmup, Duration duration) {
        return new LoadPlan(threads, warmup, duration, 0, 0, false, false);
    }

    /** Calls arrive on a fixed schedule, whatever became of the earlier ones. */
    public static LoadPlan arrivals(int callsPerSecond, int threads, Duration warmup, Duration duration) {
        return new LoadPlan(threads, warmup, duration, 0, callsPerSecond, false, false);
    }

    boolean openLoop() {
        return callsPerSecond > 0;
    }

    /** The same, with half of the time and half of the calls. */
    public LoadPlan firstHalf() {
        return with(warmup, duration.dividedBy(2), (maxCalls + 1) / 2);
    }

    /** What {@link #firstHalf} leaves. */
    public LoadPlan secondHalf() {
        return with(warmup, duration.dividedBy(2), maxCalls / 2);
    }

    /** A third of the warm-up, for a JVM that is warm already. */
    public LoadPlan warmUpShorter() {
        return with(warmup.dividedBy(3), duration, maxCalls);
    }

    private LoadPlan with(Duration otherWarmup, Duration otherDuration, long otherMaxCalls) {
        return new LoadPlan(threads, otherWarmup, otherDuration, otherMaxCalls, callsPerSecond, burst, async);
    }

    LoadPlan warmupPlan() {
        return new LoadPlan(threads, Duration.ZERO, warmup, 0, callsPerSecond, burst, async);
    }
}
