package io.github.dubboext.limit.dubbo;

import io.github.dubboext.limit.core.Clock;
import io.github.dubboext.limit.core.Counters;
import io.github.dubboext.limit.core.LimitSnapshot;
import io.github.dubboext.limit.core.LimiterKey;
import io.github.dubboext.limit.core.RateHistory;
import io.github.dubboext.limit.core.RateLimiter;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.apache.dubbo.common.URL;
import org.apache.dubbo.rpc.Invocation;
import org.apache.dubbo.rpc.Invoker;
import org.apache.dubbo.rpc.Result;
import org.apache.dubbo.rpc.RpcException;

/** {@code tps} of a service, or of a method with a rate of its own. A paced call holds its thread while it waits. */
final class RateGate implements Gate {

    /** Rule and limiter change together. */
    private static final class Active {
        final RateRule rule;
        final RateLimiter limiter;
        final long waitNanos;
        final Refusal refusal;

        Active(RateRule rule, RateLimiter limiter, Refusal refusal) {
            this.rule = rule;
            this.limiter = limiter;
            this.waitNanos = rule.isOff() ? 0 : rule.waitNanos();
            this.refusal = refusal;
        }
    }

    private static final long SUCCESSOR_NANOS = 10_000;

    private final LimiterKey key;
    private final Clock clock;
    private final Counters counters;
    private final AtomicInteger waiting = new AtomicInteger();
    private volatile Active active;

    RateGate(LimiterKey key, Clock clock) {
        this.key = key;
        this.clock = clock;
        this.counters = new Counters(clock.nanoTime());
    }

    @Override
    public Result pass(Invoker<?> next, Invocation invocation, StatusUrl status) {
        for (; ; ) {
            Active now = active;
            if (now.limiter == null) {
                counters.admit();
                return next.invoke(invocation);
            }
            long nanos = clock.nanoTime();
            long maxWait = now.waitNanos == 0 ? 0 : Math.min(now.waitNanos, Timeouts.callerNanos(invocation));
            long wait = now.limiter.tryAcquire(nanos, maxWait);
            if (wait == RateLimiter.SEALED) {
                // The successor is a few instructions away.
                LockSupport.parkNanos(this, SUCCESSOR_NANOS);
            } else if (wait >= 0) {
                // A dry run changes nothing, so it delays nothing.
                if (wait > 0 && !now.rule.dryRun) {
                    await(nanos, wait);
                }
                counters.admit();
                return next.invoke(invocation);
            } else if (now.rule.dryRun) {
                now.refusal.pretend(nanos);
                return next.invoke(invocation);
            } else {
                return now.refusal.atProvider(invocation, now.rule.asResult, nanos);
            }
        }
    }

    private void await(long startNanos, long waitNanos) {
        waiting.incrementAndGet();
        try {
            long left = waitNanos;
            while (left > 0) {
                if (Thread.currentThread().isInterrupted()) {
                    throw new RpcException(
                            "Interrupted while waiting for its turn under " + key, new InterruptedException());
                }
                LockSupport.parkNanos(this, left);
                left = waitNanos - (clock.nanoTime() - startNanos);
            }
        } finally {
            waiting.decrementAndGet();
            counters.waited(clock.nanoTime() - startNanos);
        }
    }

    @Override
    public void configure(URL url, List<String> problems) {
        Active old = active;
        RateRule next = RateRule.read(url, key.service(), key.method(), old == null ? null : old.rule, problems);
        Refusal refusal = new Refusal(
                key, "more calls than tps=\"" + next.calls + "\" in " + next.intervalMillis + " ms.", counters);
        if (next.isOff()) {
            active = new Active(next, null, refusal);
            if (old != null && old.limiter != null) {
                old.limiter.seal(clock.nanoTime());
            }
        } else if (old != null && old.limiter != null && next.sameRate(old.rule)) {
            active = new Active(next, old.limiter, refusal);
        } else {
            long now = clock.nanoTime();
            RateLimiter limiter =
                    old == null || old.limiter == null ? next.limiter(now, RateHistory.NONE) : succeed(old, next, now);
            active = new Active(next, limiter, refusal);
            tellOnce(next);
        }
    }

    /** Once the old limiter is sealed there must be another, or each call would wait for it for ever. */
    private RateLimiter succeed(Active old, RateRule next, long nowNanos) {
        RateLimiter spare = next.spare(nowNanos);
        try {
            return next.limiter(nowNanos, old.limiter.seal(nowNanos));
        } catch (RuntimeException | Error e) {
            Told.once("tps: " + next.calls + " cannot be kept as configured; a token bucket takes over, with the same"
                    + " limit in any window and 90 % of it in the long run, for " + where() + ": " + e);
            return spare;
        }
    }

    private String where() {
        return key.method().isEmpty() ? key.service() : key.service() + "." + key.method();
    }

    private void tellOnce(RateRule rule) {
        String where = where();
        if (rule.intervalUnset) {
            Told.once("tps: " + rule.calls + " without tps.interval means " + rule.calls + " per "
                    + RateRule.INTERVAL_DEFAULT_MILLIS / 1000 + " s; set tps.interval=1000 for a per-second rate, for "
                    + where);
        }
        if (rule.fallsBack()) {
            Told.once("tps: " + rule.calls + " is too large for tps.mode=strict to keep each call; a token bucket takes"
                    + " over, with the same limit in any window and 90 % of it in the long run, for " + where);
        }
    }

    /** A paced call waits for its own time, which does not depend on others, and never longer than tps.wait. */
    @Override
    public void close() {}

    /** No permits, nothing to lose. */
    @Override
    public void watch(long nowNanos) {}

    @Override
    public LimitSnapshot snapshot() {
        RateRule now = active.rule;
        return new LimitSnapshot(
                key, now.isOff() ? 0 : now.calls, now.dryRun, 0, waiting.get(), counters, clock.nanoTime());
    }
}
