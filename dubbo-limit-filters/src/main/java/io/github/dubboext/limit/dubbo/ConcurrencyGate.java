package io.github.dubboext.limit.dubbo;

import io.github.dubboext.limit.core.Clock;
import io.github.dubboext.limit.core.ConcurrencyLimiter;
import io.github.dubboext.limit.core.Limit;
import io.github.dubboext.limit.core.LimitSnapshot;
import io.github.dubboext.limit.core.LimiterKey;
import io.github.dubboext.limit.core.RunningCalls;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.dubbo.common.URL;
import org.apache.dubbo.common.logger.Logger;
import org.apache.dubbo.common.logger.LoggerFactory;
import org.apache.dubbo.rpc.Invocation;
import org.apache.dubbo.rpc.Invoker;
import org.apache.dubbo.rpc.Result;

/** Lets so many calls of a method run at once. What a call does that finds it full is up to the side. */
abstract class ConcurrencyGate implements Gate {

    private static final Logger LOGGER = LoggerFactory.getLogger(ConcurrencyGate.class);

    final LimiterKey key;
    /** Shared with the other gates of this key. */
    final ConcurrencyLimiter limiter;

    private final Limit limit = new Limit(Integer.MAX_VALUE);
    /** The same for those that wait; none in a dry run, which lets go who waits already. */
    final Limit waitLimit = new Limit(Integer.MAX_VALUE);

    final Clock clock;
    final RunningCalls running;
    /** Calls beyond the limit of a dry run: never waited for and never refused. */
    private final ConcurrencyLimiter beyond = new ConcurrencyLimiter(0);

    private final Limit endless = new Limit(Integer.MAX_VALUE);

    private volatile ConcurrencyRule rule;
    private volatile Refusal refusal;

    ConcurrencyGate(LimiterKey key, ConcurrencyLimiter limiter, Clock clock, int expected) {
        this.key = key;
        this.limiter = limiter;
        this.clock = clock;
        this.running = new RunningCalls(expected);
    }

    @Override
    public final Result pass(Invoker<?> next, Invocation invocation, StatusUrl status) {
        if (limiter.tryAcquire(limit)) {
            return permit(status).run(next, invocation);
        }
        ConcurrencyRule now = rule;
        if (now.dryRun) {
            refusal.pretend(clock.nanoTime());
            beyond.tryAcquire(endless);
            return new CallPermit(this, beyond, status).run(next, invocation);
        }
        return full(now, refusal, next, invocation, status);
    }

    /** There is no permit at this moment. */
    abstract Result full(
            ConcurrencyRule rule, Refusal refusal, Invoker<?> next, Invocation invocation, StatusUrl status);

    /** Wraps a permit of {@link #limiter}. */
    final CallPermit permit(StatusUrl status) {
        boolean made = false;
        try {
            limiter.counters().admit();
            CallPermit permit = new CallPermit(this, limiter, status);
            made = true;
            return permit;
        } finally {
            if (!made) {
                // No memory even for that.
                limiter.release();
            }
        }
    }

    /** Whether the watchdog wants to see this gate's permits. */
    final boolean watched() {
        ConcurrencyRule now = rule;
        return now.suspectNanos > 0 && !now.isOff();
    }

    @Override
    public final void configure(URL url, List<String> problems) {
        ConcurrencyRule next = ConcurrencyRule.read(key.kind(), url, key.service(), key.method(), rule, problems);
        refusal = new Refusal(key, words(next), limiter.counters());
        rule = next;
        limit.set(next.permits());
        waitLimit.set(next.dryRun ? Integer.MAX_VALUE : next.permits());
        limiter.limitChanged();
    }

    abstract String words(ConcurrencyRule rule);

    @Override
    public final void close() {
        limiter.close(waitLimit);
    }

    @Override
    public final void watch(long nowNanos) {
        ConcurrencyRule now = rule;
        if (now.suspectNanos == 0) {
            return;
        }
        long before = nowNanos - now.suspectNanos;
        limiter.findOlder(before, permit -> tell((CallPermit) permit, nowNanos, now.reclaim));
        if (!now.isOff()) {
            // Never taken back: its thread is at work, or hangs, under this limit.
            running.findOlder(before, since -> warn(nowNanos - since, "the call is still on its thread."));
        }
    }

    private void warn(long ageNanos, String what) {
        LOGGER.warn("A permit of " + key + " is out for " + TimeUnit.NANOSECONDS.toMillis(ageNanos) + " ms: " + what);
    }

    /** Gates that share the limiter have timeouts of their own: each tells of its own permits only. */
    private boolean tell(CallPermit permit, long nowNanos, boolean reclaim) {
        if (!permit.isOf(this)) {
            return false;
        }
        boolean taken = reclaim && permit.reclaim();
        warn(
                nowNanos - permit.startNanos(),
                "the call never ended, as a future does that nobody completes."
                        + (taken ? " Taken back (limit.reclaim)." : ""));
        return true;
    }

    @Override
    public final LimitSnapshot snapshot() {
        ConcurrencyRule now = rule;
        return new LimitSnapshot(
                key,
                now.isOff() ? 0 : now.limit,
                now.dryRun,
                limiter.inFlight(),
                limiter.waiting(),
                limiter.counters(),
                clock.nanoTime());
    }
}
