package io.github.dubboext.samples.consumer.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dubboext.samples.runtime.RunFailure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LoadGeneratorTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    @Test
    void closedLoop_maxCalls_eachIsMadeOnceAndCounted() throws Exception {
        Set<Long> keys = ConcurrentHashMap.newKeySet();
        Target target = target(key -> {
            keys.add(key);
            return new Answer(key % 10 == 0 ? Outcome.TIMEOUT : Outcome.OK, "p" + key % 2);
        });

        LoadResult result = run(plan(4, LONG, 1000, 0, false, false), target);

        assertThat(keys).hasSize(1000);
        assertThat(result.calls()).isEqualTo(1000);
        // Keys 0, 10, ..., 990 time out: 100, all of them even, so from p0.
        assertThat(result.count(Outcome.TIMEOUT)).isEqualTo(100);
        assertThat(result.count(Outcome.Group.FAILED)).isEqualTo(100);
        assertThat(result.okOf("p0")).isEqualTo(400);
        assertThat(result.okOf("p1")).isEqualTo(500);
        assertThat(result.shareOf("p1")).isEqualTo(500.0 / 900);
        assertThat(result.latencies().count()).isEqualTo(900);
    }

    @Test
    void closedLoop_async_countsTheSame() throws Exception {
        LoadResult result = run(plan(4, LONG, 500, 0, false, true), target(key -> new Answer(Outcome.OK, "p")));

        assertThat(result.count(Outcome.OK)).isEqualTo(500);
    }

    @Test
    void openLoop_targetStalls_callsThatHadToWaitAreCharged() throws Exception {
        // One thread, a call due every 10 ms, 20 in all, and the first takes 300 ms: the others are served at once, but
        // the second was due at 10 ms and begins after 300 ms. A closed loop would report one slow call, and so would
        // an open loop that starts its clock when it sends.
        Target target = target(key -> {
            if (key == 0) {
                hold(300);
            }
            return new Answer(Outcome.OK, "p");
        });

        LoadResult result = run(plan(1, LONG, 20, 100, false, false), target);

        assertThat(result.calls()).isEqualTo(20);
        // Call k was due at 10k ms and could not begin before 300 ms. Of the 20 latencies 300, 290, ... 110 the 10th
        // from
        // below is that of k = 10: 200 ms, or more on a slow machine. The histogram is exact to 0.1 %.
        assertThat(result.latencies().millisAt(50)).isGreaterThan(199);
    }

    @Test
    void openLoop_noThreadFreeBeforeTheEnd_isCountedAsUnsent() throws Exception {
        // Due in 200 ms: 200 calls at 1,000/s; one thread, and each call takes 50 ms or more: most cannot be sent.
        Target target = target(key -> {
            hold(50);
            return new Answer(Outcome.OK, "p");
        });

        LoadResult result = run(plan(1, Duration.ofMillis(200), 0, 1000, false, false), target);

        assertThat(result.calls()).isEqualTo(200);
        assertThat(result.count(Outcome.UNSENT)).isPositive();
        assertThat(result.count(Outcome.OK) + result.count(Outcome.UNSENT)).isEqualTo(200);
    }

    @Test
    void openLoop_async_doesNotWaitForAnswers() throws Exception {
        // Nobody is answered until the last of 10 was sent: a thread that waited for its answer would never send the
        // rest.
        List<CompletableFuture<Answer>> sent = new ArrayList<>();
        Target target = new Target() {
            @Override
            public Answer call(long key) {
                throw new AssertionError("async was asked for");
            }

            @Override
            public synchronized CompletableFuture<Answer> callAsync(long key) {
                CompletableFuture<Answer> answer = new CompletableFuture<>();
                sent.add(answer);
                if (sent.size() == 10) {
                    sent.forEach(each -> each.complete(new Answer(Outcome.OK, "p")));
                }
                return answer;
            }
        };

        LoadResult result = run(plan(1, LONG, 10, 1000, false, true), target);

        assertThat(result.count(Outcome.OK)).isEqualTo(10);
    }

    @Test
    void burst_rounds_noCallStartsBeforeAllOfTheRoundBeforeHaveEnded() throws Exception {
        int threads = 5;
        AtomicInteger ended = new AtomicInteger();
        List<String> early = new ArrayList<>();
        Target target = target(key -> {
            int before = ended.get();
            int dueBefore = (int) (key / threads) * threads;
            if (before < dueBefore) {
                synchronized (early) {
                    early.add("call " + key + " began after " + before + " had ended");
                }
            }
            ended.incrementAndGet();
            return new Answer(Outcome.OK, "p");
        });

        LoadResult result = run(plan(threads, LONG, 100, 0, true, false), target);

        assertThat(early).isEmpty();
        assertThat(result.calls()).isEqualTo(100);
    }

    @Test
    void warmup_isMadeButNotCounted() throws Exception {
        AtomicInteger made = new AtomicInteger();
        Target target = target(key -> {
            made.incrementAndGet();
            return new Answer(Outcome.OK, "p");
        });
        LoadPlan plan = new LoadPlan(1, Duration.ofMillis(50), LONG, 10, 0, false, false);

        LoadResult result = run(plan, target);

        assertThat(result.calls()).isEqualTo(10);
        assertThat(made.get()).isGreaterThan(10);
    }

    /** At least so long; a bare parkNanos may return early. */
    private static void hold(long millis) {
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        for (long left = until - System.nanoTime(); left > 0; left = until - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    @Test
    void close_inTheMiddle_endsTheRunAndKeepsWhatWasMeasured() {
        LoadGenerator[] generator = new LoadGenerator[1];
        AtomicInteger made = new AtomicInteger();
        generator[0] = new LoadGenerator(plan(1, LONG, 0, 0, false, false), target(key -> {
            if (made.incrementAndGet() == 10) {
                generator[0].close();
            }
            return new Answer(Outcome.OK, "p");
        }));

        assertThatThrownBy(() -> generator[0].run(sample -> {}, sample -> {}))
                .isInstanceOfSatisfying(
                        LoadStopped.class,
                        stopped -> assertThat(stopped.soFar().calls())
                                .isBetween(9L, 10L)) // the tenth may still be on its way
                .hasMessage("Stopped");
        assertThat(made.get()).isEqualTo(10);
    }

    @Test
    void close_duringTheWarmUp_keepsNothing() {
        LoadGenerator[] generator = new LoadGenerator[1];
        LoadPlan plan = new LoadPlan(1, LONG, LONG, 0, 0, false, false);
        generator[0] = new LoadGenerator(plan, target(key -> {
            generator[0].close();
            return new Answer(Outcome.OK, "p");
        }));

        assertThatThrownBy(() -> generator[0].run(sample -> {}, sample -> {}))
                .isExactlyInstanceOf(RunFailure.class)
                .hasMessage("Stopped");
    }

    @Test
    void interrupt_inTheMiddle_endsTheRunAndKeepsWhatWasMeasured() {
        Thread runner = Thread.currentThread();
        LoadGenerator generator = new LoadGenerator(plan(1, LONG, 0, 0, false, false), target(key -> {
            if (key == 9) {
                runner.interrupt();
            }
            return new Answer(Outcome.OK, "p");
        }));

        assertThatThrownBy(() -> generator.run(sample -> {}, sample -> {}))
                .isInstanceOfSatisfying(
                        LoadStopped.class,
                        stopped -> assertThat(stopped.soFar().calls()).isGreaterThanOrEqualTo(9));
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void finish_inTheMiddle_isAsIfTheTimeWereOver() throws Exception {
        LoadGenerator[] generator = new LoadGenerator[1];
        generator[0] = new LoadGenerator(plan(1, LONG, 0, 1000, false, false), target(key -> {
            if (key == 9) {
                generator[0].finish();
            }
            return new Answer(Outcome.OK, "p");
        }));

        LoadResult result = generator[0].run(sample -> {}, sample -> {});

        assertThat(result.calls()).isEqualTo(10); // and none that was due and not sent
        assertThat(result.count(Outcome.OK)).isEqualTo(10);
    }

    @Test
    void inFlight_ofTheTarget_isInTheTimeline() throws Exception {
        Target busy = new Target() {
            @Override
            public Answer call(long key) {
                hold(50);
                return new Answer(Outcome.OK, "p");
            }

            @Override
            public CompletableFuture<Answer> callAsync(long key) {
                throw new AssertionError("not asked for");
            }

            @Override
            public Map<String, Integer> inFlight() {
                return Map.of("p", 3);
            }
        };

        LoadResult result = run(plan(1, Duration.ofMillis(700), 0, 0, false, false), busy);

        assertThat(result.timeline().get(0).inFlightPerProvider()).isEqualTo(Map.of("p", 3.0));
    }

    private static LoadPlan plan(
            int threads, Duration duration, long maxCalls, int callsPerSecond, boolean burst, boolean async) {
        return new LoadPlan(threads, Duration.ZERO, duration, maxCalls, callsPerSecond, burst, async);
    }

    private static Target target(LongFunction<Answer> answer) {
        return new Target() {
            @Override
            public Answer call(long key) {
                return answer.apply(key);
            }

            @Override
            public CompletableFuture<Answer> callAsync(long key) {
                return CompletableFuture.supplyAsync(() -> answer.apply(key));
            }
        };
    }

    private static LoadResult run(LoadPlan plan, Target target) throws InterruptedException {
        try (LoadGenerator generator = new LoadGenerator(plan, target)) {
            return generator.run(sample -> {}, sample -> {});
        }
    }
}
