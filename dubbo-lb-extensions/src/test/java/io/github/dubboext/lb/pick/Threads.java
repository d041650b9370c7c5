package io.github.dubboext.lb.pick;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.IntSupplier;

/** Picks from several threads that start together. */
public final class Threads {
    private Threads() {}

    public static long[] count(int threads, int picksEach, int n, IntSupplier pick) throws InterruptedException {
        long[][] counts = new long[threads][n];
        CountDownLatch start = new CountDownLatch(1);
        List<Thread> running = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            long[] own = counts[t];
            Thread thread = new Thread(() -> {
                try {
                    start.await();
                } catch (InterruptedException e) {
                    return; // counts stay 0, and the assertion on them fails
                }
                for (int i = 0; i < picksEach; i++) {
                    own[pick.getAsInt()]++;
                }
            });
            thread.start();
            running.add(thread);
        }
        start.countDown();
        for (Thread thread : running) {
            thread.join();
        }
        long[] sum = new long[n];
        for (long[] own : counts) {
            for (int i = 0; i < n; i++) {
                sum[i] += own[i];
            }
        }
        return sum;
    }
}
