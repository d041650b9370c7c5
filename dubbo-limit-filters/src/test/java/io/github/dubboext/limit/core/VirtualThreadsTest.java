package io.github.dubboext.limit.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.dubboext.limit.core.ConcurrencyLimiter.Outcome;
import io.github.dubboext.limit.testing.Statuses;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class VirtualThreadsTest {

    /** By reflection: this is compiled for 17. */
    private static Thread startVirtual(Runnable task) throws ReflectiveOperationException {
        return (Thread)
                Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, task);
    }

    @Test
    void twoHundredVirtualThreads_waiting_doNotPinTheirCarriers() throws Exception {
        assumeTrue(Runtime.version().feature() >= 25, "needs JDK 25");
        ConcurrencyLimiter limiter = new ConcurrencyLimiter(1);
        Limit one = new Limit(1);
        assertThat(limiter.tryAcquire(one)).isTrue();
        AtomicInteger granted = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            threads.add(startVirtual(() -> {
                long deadline = System.nanoTime() + 30_000_000_000L;
                if (limiter.await(one, 200, Clock.SYSTEM, deadline) == Outcome.GRANTED) {
                    granted.incrementAndGet();
                    limiter.release();
                }
            }));
        }
        // All 200 wait at once on a few carriers, so none is pinned.
        assertThat(Statuses.eventually(() -> limiter.waiting() == 200)).isTrue();

        limiter.release();
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(granted).hasValue(200);
        assertThat(limiter.inFlight()).isZero();
    }
}
