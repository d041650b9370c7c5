package io.github.dubboext.limit.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dubboext.limit.core.ConcurrencyLimiter.Outcome;
import io.github.dubboext.limit.testing.Statuses;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConcurrencyLimiterTest {

    private static final long FAR_NANOS = 30_000_000_000L;

    private final ConcurrencyLimiter limiter = new ConcurrencyLimiter(4);
    private final Limit one = new Limit(1);

    private static long deadline(long nanos) {
        return System.nanoTime() + nanos;
    }

    private static final class Noted extends Waiter {
        final String name;
        final Queue<String> log;

        Noted(Limit limit, String name, Queue<String> log) {
            super(limit);
            this.name = name;
            this.log = log;
        }

        @Override
        protected void signal(boolean granted) {
            log.add(name + (granted ? "" : " closed"));
        }
    }

    @Test
    void tenStaggeredWaiters_oneHundredRounds_finishInOrder() throws Exception {
        for (int round = 0; round < 100; round++) {
            assertThat(limiter.tryAcquire(one)).isTrue();
            Queue<Integer> order = new ConcurrentLinkedQueue<>();
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                int me = i;
                Thread thread = new Thread(() -> {
                    assertThat(limiter.await(one, 100, Clock.SYSTEM, deadline(FAR_NANOS)))
                            .isEqualTo(Outcome.GRANTED);
                    order.add(me);
                    limiter.release();
                });
                thread.start();
                threads.add(thread);
                assertThat(Statuses.eventually(() -> limiter.waiting() == me + 1))
                        .isTrue();
            }
            limiter.release();
            for (Thread thread : threads) {
                thread.join();
            }
            assertThat(order).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
            assertThat(limiter.inFlight()).isZero();
        }
    }

    @Test
    void release_threeWaiters_wakesExactlyTheOldest() {
        Queue<String> log = new ConcurrentLinkedQueue<>();
        assertThat(limiter.tryAcquire(one)).isTrue();
        for (String name : List.of("a", "b", "c")) {
            assertThat(limiter.enqueue(new Noted(one, name, log), 10)).isTrue();
        }

        limiter.release();
        assertThat(log).containsExactly("a");
        assertThat(limiter.waiting()).isEqualTo(2);
        assertThat(limiter.inFlight()).isEqualTo(1);

        limiter.release();
        limiter.release();
        limiter.release();
        assertThat(log).containsExactly("a", "b", "c");
        assertThat(limiter.inFlight()).isZero();
    }

    @Test
    void newcomer_freePermitButWaiters_doesNotOvertake() {
        Queue<String> log = new ConcurrentLinkedQueue<>();
        Limit two = new Limit(2);
        assertThat(limiter.tryAcquire(one)).isTrue();
        limiter.enqueue(new Noted(one, "first", log), 10);

        // By its own limit of 2 the newcomer would fit, but somebody waits.
        assertThat(limiter.tryAcquire(two)).isFalse();
    }

    @Test
    void queueFull_oneMore_isTurnedAway() {
        Queue<String> log = new ConcurrentLinkedQueue<>();
        assertThat(limiter.tryAcquire(one)).isTrue();
        assertThat(limiter.enqueue(new Noted(one, "a", log), 1)).isTrue();

        assertThat(limiter.enqueue(new Noted(one, "b", log), 1)).isFalse();
        assertThat(limiter.await(one, 1, Clock.SYSTEM, deadline(FAR_NANOS))).isEqualTo(Outcome.QUEUE_FULL);
    }

    @Test
    void deadline_passed_timesOutAndLeavesTheQueue() {
        assertThat(limiter.tryAcquire(one)).isTrue();

        assertThat(limiter.await(one, 1, Clock.SYSTEM, deadline(1_000_000))).isEqualTo(Outcome.TIMED_OUT);

        assertThat(limiter.waiting()).isZero();
        limiter.release();
        assertThat(limiter.inFlight()).isZero();
    }

    @Test
    void interrupt_whileWaiting_endsItAtOnceWithTheFlagSet() throws Exception {
        assertThat(limiter.tryAcquire(one)).isTrue();
        Queue<Object> seen = new ConcurrentLinkedQueue<>();
        Thread thread = new Thread(() -> {
            seen.add(limiter.await(one, 1, Clock.SYSTEM, deadline(FAR_NANOS)));
            seen.add(Thread.currentThread().isInterrupted());
        });
        thread.start();
        assertThat(Statuses.eventually(() -> limiter.waiting() == 1)).isTrue();

        thread.interrupt();
        thread.join();

        assertThat(seen).containsExactly(Outcome.INTERRUPTED, true);
        assertThat(limiter.waiting()).isZero();
    }

    @Test
    void limit_raised_wakesAsManyWaitersAsFit() {
        Queue<String> log = new ConcurrentLinkedQueue<>();
        Limit limit = new Limit(1);
        assertThat(limiter.tryAcquire(limit)).isTrue();
        for (String name : List.of("a", "b", "c")) {
            limiter.enqueue(new Noted(limit, name, log), 10);
        }

        limit.set(3);
        limiter.limitChanged();
        assertThat(log).containsExactly("a", "b");

        limit.set(Integer.MAX_VALUE);
        limiter.limitChanged();
        assertThat(log).containsExactly("a", "b", "c");
    }

    @Test
    void limit_lowered_letsRunningCallsDrain() {
        Limit limit = new Limit(3);
        for (int i = 0; i < 3; i++) {
            assertThat(limiter.tryAcquire(limit)).isTrue();
        }
        limit.set(1);
        limiter.limitChanged();

        limiter.release();
        limiter.release();
        assertThat(limiter.tryAcquire(limit)).isFalse();
        limiter.release();
        assertThat(limiter.tryAcquire(limit)).isTrue();
    }

    @Test
    void close_ofOneLimit_endsItsWaitersOnly() {
        Queue<String> log = new ConcurrentLinkedQueue<>();
        Limit other = new Limit(1);
        assertThat(limiter.tryAcquire(one)).isTrue();
        limiter.enqueue(new Noted(one, "mine", log), 10);
        limiter.enqueue(new Noted(other, "other", log), 10);

        limiter.close(one);

        assertThat(log).containsExactly("mine closed");
        assertThat(limiter.waiting()).isEqualTo(1);
        limiter.release();
        assertThat(log).containsExactly("mine closed", "other");
    }

    @Test
    void cancel_smallLimitAhead_letsALargerOneBehindIn() {
        Queue<String> log = new ConcurrentLinkedQueue<>();
        Waiter small = new Noted(one, "small", log);
        assertThat(limiter.tryAcquire(one)).isTrue();
        limiter.enqueue(small, 10);
        limiter.enqueue(new Noted(new Limit(2), "large", log), 10);
        assertThat(log).isEmpty();

        assertThat(limiter.cancel(small)).isTrue();

        assertThat(log).containsExactly("large");
        assertThat(limiter.cancel(small)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4, 10})
    void sixtyFourThreads_waitingTimingOutAndRefused_neverAboveAndNothingLost(int permits) throws Exception {
        Limit limit = new Limit(permits);
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger peak = new AtomicInteger();
        CountDownLatch start = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 64; t++) {
            Thread thread = new Thread(() -> {
                try {
                    start.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                ThreadLocalRandom random = ThreadLocalRandom.current();
                for (int i = 0; i < 500; i++) {
                    // A third does not wait, a third gives up within 50 us, a third waits on.
                    int kind = random.nextInt(3);
                    boolean granted = limiter.tryAcquire(limit);
                    if (!granted && kind > 0) {
                        long deadline = deadline(kind == 1 ? 50_000 : FAR_NANOS);
                        granted = limiter.await(limit, 64, Clock.SYSTEM, deadline) == Outcome.GRANTED;
                    }
                    if (granted) {
                        peak.accumulateAndGet(inside.incrementAndGet(), Math::max);
                        if ((i & 7) == 0) {
                            Thread.onSpinWait();
                        }
                        inside.decrementAndGet();
                        limiter.release();
                    }
                }
            });
            thread.start();
            threads.add(thread);
        }
        start.countDown();
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(peak.get()).isLessThanOrEqualTo(permits);
        assertThat(limiter.inFlight()).isZero();
        assertThat(limiter.waiting()).isZero();
        for (int i = 0; i < permits; i++) {
            assertThat(limiter.tryAcquire(limit)).isTrue();
        }
        assertThat(limiter.tryAcquire(limit)).isFalse();
    }

    private static final class Held extends Permit {
        Held(ConcurrencyLimiter limiter, long startNanos) {
            super(limiter, startNanos);
            watch();
        }
    }

    @Test
    void permit_releasedFromManyThreads_isBackOnce() throws Exception {
        for (int round = 0; round < 200; round++) {
            assertThat(limiter.tryAcquire(one)).isTrue();
            Permit permit = new Held(limiter, 0);
            AtomicInteger released = new AtomicInteger();
            List<Thread> threads = new ArrayList<>();
            for (int t = 0; t < 4; t++) {
                Thread thread = new Thread(() -> released.addAndGet(permit.release() ? 1 : 0));
                thread.start();
                threads.add(thread);
            }
            for (Thread thread : threads) {
                thread.join();
            }
            assertThat(released).hasValue(1);
            assertThat(limiter.inFlight()).isZero();
        }
    }

    @Test
    void livePermits_manyMoreThanExpected_areAllFoundOnce() {
        Limit many = new Limit(1_000);
        List<Permit> permits = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            assertThat(limiter.tryAcquire(many)).isTrue();
            permits.add(new Held(limiter, i));
        }
        List<Permit> found = new ArrayList<>();

        limiter.findOlder(600, found::add);
        assertThat(found).hasSize(600).allMatch(permit -> permit.startNanos() < 600);
        limiter.findOlder(600, found::add);
        assertThat(found).hasSize(600);

        permits.forEach(Permit::release);
        limiter.findOlder(2_000, found::add);
        assertThat(found).hasSize(600);
        assertThat(limiter.inFlight()).isZero();
    }
}
