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

    boolean openLoop() {
        return callsPerSecond > 0;
    }

    LoadPlan warmupPlan() {
        return new LoadPlan(threads, Duration.ZERO, warmup, 0, callsPerSecond, burst, async);
    }
}
