package io.github.dubboext.samples.consumer.scenario;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Something done on a schedule of its own, whatever else takes its time. */
final class Pushes implements AutoCloseable {
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    private final AtomicInteger count = new AtomicInteger();
    private ScheduledFuture<?> schedule;

    /** One push; told its number, from 0. */
    interface Push {
        void push(int number) throws Exception;
    }

    private Pushes() {}

    static Pushes every(long seconds, Push push) {
        Pushes pushes = new Pushes();
        pushes.schedule = pushes.timer.scheduleAtFixedRate(
                () -> {
                    try {
                        push.push(pushes.count.get());
                        pushes.count.incrementAndGet();
                    } catch (Exception e) {
                        throw new IllegalStateException("Push " + pushes.count, e);
                    }
                },
                seconds,
                seconds,
                TimeUnit.SECONDS);
        return pushes;
    }

    /**
     * Ends them, and returns how many there were.
     *
     * @throws ExecutionException if one failed; none came after it
     */
    int end() throws ExecutionException, InterruptedException {
        if (schedule.isDone()) {
            schedule.get(); // always throws: what repeats is done only when it has failed
        }
        close();
        if (!timer.awaitTermination(30, TimeUnit.SECONDS)) {
            throw new IllegalStateException("A push does not end");
        }
        return count.get();
    }

    @Override
    public void close() {
        timer.shutdown();
    }

    @Override
    public String toString() {
        return count + " pushes";
    }
}
