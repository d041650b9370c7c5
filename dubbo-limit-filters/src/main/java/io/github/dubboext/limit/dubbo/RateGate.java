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
        /** While there is no limiter: what counts again once there is one. */
        final RateHistory past;
        /** The limiter is not what the rule asks for. */
        final boolean spare;

        Active(RateRule rule, RateLimiter limiter, Refusal refusal, RateHistory past, boolean spare) {
            this.rule = rule;
            this.limiter = limiter;
            this.waitNanos = rule.isOff() ? 0 : rule.waitNanos();
            this.refusal = refusal;
            this.past = past;
            this.spare = spare;
        }

        static Active off(RateRule rule, Refusal refusal, RateHistory past) {
            return new Active(rule, null, refusal, past, false);
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
        long now = clock.nanoTime();
        RateHistory past = old == null ? RateHistory.NONE : old.past;
        boolean limited = old != null && old.limiter != null;
        if (next.isOff()) {
            // At first without the past: sealing needs memory, and nobody may be left with a sealed limiter.
            active = Active.off(next, refusal, past);
            if (limited) {
                active = Active.off(next, refusal, old.limiter.seal(clock));
            }
        } else if (limited && next.sameRate(old.rule) && !old.spare) {
            active = new Active(next, old.limiter, refusal, past, false);
        } else {
            active = limited
                    ? succeed(old, next, refusal, now)
                    : new Active(next, next.limiter(now, past), refusal, RateHistory.NONE, false);
            tellOnce(next);
        }
    }

    /** Once the old limiter is sealed there must be another, or each call would wait for it for ever. */
    private Active succeed(Active old, RateRule next, Refusal refusal, long nowNanos) {
        Active spare = new Active(next, next.spare(nowNanos), refusal, RateHistory.NONE, true);
        try {
            RateHistory past = old.limiter.seal(clock);
            return new Active(next, next.limiter(nowNanos, past), refusal, RateHistory.NONE, false);
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
