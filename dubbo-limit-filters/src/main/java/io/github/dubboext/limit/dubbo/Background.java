package io.github.dubboext.limit.dubbo;

import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads of this jar: one timer that only hands over, and a few that run what an asynchronous wait ends with. All
 * are daemons; none exists before the first wait.
 *
 * <p>Not Dubbo's timer, which ticks at 30 ms and would spend that much of a 50 ms timeout.
 */
final class Background {

    private static final ScheduledThreadPoolExecutor TIMER = timer();
    private static final ThreadPoolExecutor WORKERS = workers();

    private Background() {}

    private static ScheduledThreadPoolExecutor timer() {
        ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, named("dubbo-limit-timer"));
        // Nearly every timer is cancelled; they would pile up until their time.
        timer.setRemoveOnCancelPolicy(true);
        return timer;
    }

    private static ThreadPoolExecutor workers() {
        int threads = Math.max(2, Runtime.getRuntime().availableProcessors());
        // No bound needed: what stands here holds a permit or has just left a bounded queue.
        ThreadPoolExecutor workers = new ThreadPoolExecutor(
                threads, threads, 30, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), named("dubbo-limit-grant"));
        workers.allowCoreThreadTimeOut(true);
        return workers;
    }

    private static ThreadFactory named(String name) {
        AtomicInteger count = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, name + "-" + count.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }

    static void run(Runnable task) {
        WORKERS.execute(task);
    }

    /** Runs {@code task} on the timer's thread; it must not block. */
    static Future<?> after(long nanos, Runnable task) {
        return TIMER.schedule(task, nanos, TimeUnit.NANOSECONDS);
    }

    static void every(long millis, Runnable task) {
        // An unused result only: errors are the task's own business.
        Future<?> unused = TIMER.scheduleWithFixedDelay(task, millis, millis, TimeUnit.MILLISECONDS);
    }
}
