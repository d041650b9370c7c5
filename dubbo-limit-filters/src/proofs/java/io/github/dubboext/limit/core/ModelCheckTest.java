package io.github.dubboext.limit.core;

import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.kotlinx.lincheck.LinChecker;
import org.jetbrains.kotlinx.lincheck.annotations.Operation;
import org.jetbrains.kotlinx.lincheck.annotations.Param;
import org.jetbrains.kotlinx.lincheck.paramgen.IntGen;
import org.jetbrains.kotlinx.lincheck.paramgen.ThreadIdGen;
import org.jetbrains.kotlinx.lincheck.strategy.managed.modelchecking.ModelCheckingOptions;
import org.jetbrains.kotlinx.lincheck.strategy.stress.StressOptions;
import org.junit.jupiter.api.Test;

/**
 * Lincheck explores interleavings of two threads on the core and compares each outcome with some sequential
 * order of the same operations.
 */
class ModelCheckTest {

    private static ModelCheckingOptions modelChecking() {
        return new ModelCheckingOptions()
                .threads(2)
                .actorsPerThread(2)
                .actorsBefore(1)
                .actorsAfter(2)
                .iterations(5)
                .invocationsPerIteration(200);
    }

    /** Permits taken and given back, each by the thread that took it; a limit that changes between 1 and 2. */
    public static class Admission {
        private final ConcurrencyLimiter limiter = new ConcurrencyLimiter(2);
        private final Limit limit = new Limit(1);
        private final boolean[] held = new boolean[16];

        @Operation
        public boolean acquire(@Param(gen = ThreadIdGen.class) int thread) {
            if (held[thread]) {
                return false;
            }
            held[thread] = limiter.tryAcquire(limit);
            return held[thread];
        }

        @Operation
        public boolean release(@Param(gen = ThreadIdGen.class) int thread) {
            if (!held[thread]) {
                return false;
            }
            held[thread] = false;
            limiter.release();
            return true;
        }

        @Operation(runOnce = true)
        public void raise() {
            limit.set(2);
            limiter.limitChanged();
        }
    }

    /** The window by its definition: stamps come from the operation, so that time is part of the input. */
    public static class Window {
        private final StrictWindow window = new StrictWindow(2, 2, 10, RateHistory.NONE);

        @Operation
        public boolean acquire(@Param(gen = IntGen.class, conf = "10:13") int now) {
            return window.tryAcquire(now, 0) == 0;
        }
    }

    /** Waiters: what is granted, plus what is free, is always the limit. */
    public static class Waiting {
        private final ConcurrencyLimiter limiter = new ConcurrencyLimiter(1);
        private final Limit one = new Limit(1);
        private final AtomicInteger granted = new AtomicInteger();
        private final AtomicInteger returned = new AtomicInteger();

        private final class Counted extends Waiter {
            Counted() {
                super(one);
            }

            @Override
            protected void signal(boolean how) {
                granted.incrementAndGet();
            }
        }

        @Operation
        public void passThrough() {
            // Queues, and whoever is granted gives back at once, here or on the thread that granted.
            Counted waiter = new Counted();
            if (limiter.enqueue(waiter, 4) && !limiter.cancel(waiter)) {
                returned.incrementAndGet();
                limiter.release();
            }
        }

        @Operation
        public boolean tryOnce() {
            if (limiter.inFlight() < 0 || limiter.inFlight() > 1) {
                throw new IllegalStateException("in flight " + limiter.inFlight());
            }
            return true;
        }
    }

    @Test
    void admission_allInterleavings_isLinearizable() {
        LinChecker.check(Admission.class, modelChecking());
    }

    @Test
    void window_allInterleavings_isLinearizable() {
        LinChecker.check(Window.class, modelChecking());
    }

    @Test
    void waiting_allInterleavings_neverAboveTheLimit() {
        LinChecker.check(Waiting.class, modelChecking());
    }

    @Test
    void admission_underStress_isLinearizable() {
        LinChecker.check(
                Admission.class,
                new StressOptions().threads(2).actorsPerThread(3).iterations(5).invocationsPerIteration(200));
    }
}
