package io.github.dubboext.limit.dubbo;

import io.github.dubboext.limit.core.Clock;
import io.github.dubboext.limit.core.ConcurrencyLimiter;
import io.github.dubboext.limit.core.ConcurrencyLimiter.Outcome;
import io.github.dubboext.limit.core.LimiterKey;
import java.util.concurrent.TimeUnit;
import org.apache.dubbo.rpc.Invocation;
import org.apache.dubbo.rpc.InvokeMode;
import org.apache.dubbo.rpc.Invoker;
import org.apache.dubbo.rpc.Result;
import org.apache.dubbo.rpc.RpcException;
import org.apache.dubbo.rpc.support.RpcUtils;

/** {@code actives}: who finds it full waits in line for what is left of the call, with a thread or without one. */
final class ActiveGate extends ConcurrencyGate {

    ActiveGate(LimiterKey key, ConcurrencyLimiter limiter, Clock clock, int expected) {
        super(key, limiter, clock, expected);
    }

    @Override
    Result full(ConcurrencyRule rule, Refusal refusal, Invoker<?> next, Invocation invocation, StatusUrl status) {
        long start = clock.nanoTime();
        long leftNanos = Timeouts.attemptNanos(next.getUrl(), key.method(), invocation);
        InvokeMode mode = RpcUtils.getInvokeMode(next.getUrl(), invocation);
        Attempt attempt = new Attempt(next, invocation, mode, start + leftNanos);
        if (mode != InvokeMode.SYNC) {
            return new AsyncWait(this, refusal, attempt, status, start).begin(rule.queueMax);
        }
        Outcome outcome = limiter.await(waitLimit, rule.queueMax, clock, attempt.deadlineNanos());
        long end = clock.nanoTime();
        if (outcome != Outcome.QUEUE_FULL) {
            limiter.counters().waited(end - start);
        }
        if (outcome == Outcome.GRANTED) {
            if (attempt.hasTimeLeft(end)) {
                return attempt.run(permit(status), end);
            }
            limiter.release();
            outcome = Outcome.TIMED_OUT;
        }
        throw failure(outcome, refusal, end - start, end);
    }

    RpcException failure(Outcome outcome, Refusal refusal, long waitedNanos, long nowNanos) {
        switch (outcome) {
            case INTERRUPTED:
                return new RpcException("Interrupted while waiting for a permit of " + key, new InterruptedException());
            case CLOSED:
                return new RpcException(
                        "The provider or the reference was closed while a call waited for a permit of " + key);
            case QUEUE_FULL:
                return refusal.atConsumer(" The queue is full (actives.queue).", nowNanos);
            default:
                long waitedMillis = TimeUnit.NANOSECONDS.toMillis(waitedNanos);
                return refusal.atConsumer(" Waited " + waitedMillis + " ms.", nowNanos);
        }
    }

    @Override
    String words(ConcurrencyRule rule) {
        return "actives=\"" + rule.limit + "\" calls are in flight.";
    }
}
