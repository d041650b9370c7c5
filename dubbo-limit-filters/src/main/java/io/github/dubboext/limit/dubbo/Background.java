package io.github.dubboext.limit.dubbo;

import java.util.concurrent.Future;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads of this jar: one timer that only hands over, and those that run what an asynchronous wait ends with. All
 * are daemons. The timer starts with the first chain of a limit, the others with the first wait that ends or the first
 * look at the meters.
 *
 * <p>Not Dubbo's timer, which ticks at 30 ms and would spend that much of a 50 ms timeout.
 */
final class Background {

    private static final int THREADS_MAX = 1_024;

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
        // A caller's own callbacks run here and may block, even for a call that needs one of these threads to go on: a
        // task waits only where all of them are taken. No bound needed for those: what stands here holds a permit or
        // has just left a bounded queue.
        IdleFirst tasks = new IdleFirst();
        return new ThreadPoolExecutor(
                0,
                THREADS_MAX,
                30,
                TimeUnit.SECONDS,
                tasks,
                named("dubbo-limit-grant"),
                (task, pool) -> tasks.put(task));
    }

    /** Takes a task only where an idle thread is waiting for it, so that the pool starts a thread otherwise. */
    private static final class IdleFirst extends LinkedTransferQueue<Runnable> {
        private static final long serialVersionUID = 1L;

        @Override
        public boolean offer(Runnable task) {
            return tryTransfer(task);
        }
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
        try {
            WORKERS.execute(task);
        } catch (OutOfMemoryError e) {
            // No thread to be had. The timer's is there, since whoever waits has a timer, and a lost task is a lost
            // permit.
            TIMER.execute(task);
        }
    }

    /** Runs {@code task} on the timer's thread; it must not block. */
    static Future<?> after(long nanos, Runnable task) {
        return TIMER.schedule(task, nanos, TimeUnit.NANOSECONDS);
    }

    /** As {@link #after}, again and again. */
    static void every(long millis, Runnable task) {
        // An unused result only: the task never fails.
        Future<?> unused = TIMER.scheduleWithFixedDelay(goingOn(task), millis, millis, TimeUnit.MILLISECONDS);
    }

    /** The executor would drop a task that failed once, and say nothing. */
    static Runnable goingOn(Runnable task) {
        return () -> {
            try {
                task.run();
            } catch (RuntimeException | Error e) {
                Told.once("A regular check of the limits failed and will be tried again: " + e);
            }
        };
    }
}
