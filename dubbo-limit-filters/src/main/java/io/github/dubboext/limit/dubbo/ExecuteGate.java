package io.github.dubboext.limit.dubbo;

import io.github.dubboext.limit.core.Clock;
import io.github.dubboext.limit.core.ConcurrencyLimiter;
import io.github.dubboext.limit.core.ConcurrencyLimiter.Outcome;
import io.github.dubboext.limit.core.LimiterKey;
import org.apache.dubbo.rpc.Invocation;
import org.apache.dubbo.rpc.Invoker;
import org.apache.dubbo.rpc.Result;
import org.apache.dubbo.rpc.RpcException;

/** {@code executes}: refuses at once, or lets a few wait; each of these holds a thread of the server. */
final class ExecuteGate extends ConcurrencyGate {

    ExecuteGate(LimiterKey key, ConcurrencyLimiter limiter, Clock clock, int expected) {
        super(key, limiter, clock, expected);
    }

    @Override
    Result full(ConcurrencyRule rule, Refusal refusal, Invoker<?> next, Invocation invocation, StatusUrl status) {
        long now = clock.nanoTime();
        if (rule.queueMax > 0) {
            long waitNanos = Math.min(rule.waitNanos, Timeouts.callerNanos(invocation));
            Outcome outcome = limiter.await(waitLimit, rule.queueMax, clock, now + waitNanos);
            long end = clock.nanoTime();
            if (outcome != Outcome.QUEUE_FULL) {
                limiter.counters().waited(end - now);
            }
            if (outcome == Outcome.GRANTED) {
                return permit(status).run(next, invocation);
            }
            if (outcome == Outcome.CLOSED) {
                // No refusal: it says nothing about load, and another provider may well take the call.
                throw plain("The service was unexported or shut down while a call waited for a permit of " + key);
            }
            if (outcome == Outcome.INTERRUPTED) {
                throw plain("Interrupted while waiting for a permit of " + key);
            }
            now = end;
        }
        return refusal.atProvider(invocation, rule.asResult, now);
    }

    /** Without the stack, which would go over the wire. */
    private static RpcException plain(String message) {
        RpcException exception = new RpcException(message);
        exception.setStackTrace(new StackTraceElement[0]);
        return exception;
    }

    @Override
    String words(ConcurrencyRule rule) {
        return "The service using threads greater than <dubbo:service executes=\"" + rule.limit + "\" /> limited.";
    }
}
