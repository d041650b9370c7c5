package io.github.dubboext.limit.dubbo;

import io.github.dubboext.limit.core.Clock;
import io.github.dubboext.limit.core.ConcurrencyLimiter;
import org.apache.dubbo.common.URL;
import org.apache.dubbo.rpc.Invocation;
import org.apache.dubbo.rpc.Invoker;
import org.apache.dubbo.rpc.Result;

/** The limit of one method in one filter chain, and the counter that it shares with the other chains of its key. */
final class MethodGate {

    private final ConcurrencyLimiter limiter;
    private final int limit;
    private final URL statusUrl;
    private final String statusMethod;
    private final Refusal refusal;
    private final Clock clock;

    MethodGate(
            ConcurrencyLimiter limiter, int limit, URL statusUrl, String statusMethod, Refusal refusal, Clock clock) {
        this.limiter = limiter;
        // Zero and less is "off" in Dubbo, and still counts the calls.
        this.limit = limit <= 0 ? Integer.MAX_VALUE : limit;
        this.statusUrl = statusUrl;
        this.statusMethod = statusMethod;
        this.refusal = refusal;
        this.clock = clock;
    }

    Result pass(Invoker<?> next, Invocation invocation) {
        if (!limiter.tryAcquire(limit)) {
            throw refusal.toThrow(clock.nanoTime());
        }
        return new CallPermit(this, clock.nanoTime()).run(next, invocation);
    }

    ConcurrencyLimiter limiter() {
        return limiter;
    }

    URL statusUrl() {
        return statusUrl;
    }

    String statusMethod() {
        return statusMethod;
    }

    long nanoTime() {
        return clock.nanoTime();
    }
}
