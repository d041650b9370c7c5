package io.github.dubboext.limit.dubbo;

import io.github.dubboext.limit.core.Counters;
import io.github.dubboext.limit.core.LimiterKey;
import org.apache.dubbo.common.logger.Logger;
import org.apache.dubbo.common.logger.LoggerFactory;
import org.apache.dubbo.rpc.Invocation;
import org.apache.dubbo.rpc.Result;
import org.apache.dubbo.rpc.RpcException;

/**
 * How one gate says no: an exception without stack and at most one WARN a second and key.
 *
 * <p>The exception is exactly an {@link RpcException} (a subclass is not on the allow list of Dubbo's serialization)
 * and carries no stack, since over the dubbo protocol the whole trace is sent as text. Each refusal has one of its own:
 * filters farther out, and over injvm the caller, may attach to it. Thread-safe.
 */
final class Refusal {

    /** Every message begins with it, so that it is found again in a text. */
    static final String MARK = "Limit exceeded: ";

    private static final Logger LOGGER = LoggerFactory.getLogger(Refusal.class);
    private static final int SERVICE_CHARS_MAX = 80;
    private static final int METHOD_CHARS_MAX = 40;

    private final String cause;
    private final String prefix;
    private final Counters counters;

    /** {@code cause} says which limit, in at most 100 characters. */
    Refusal(LimiterKey key, String cause, Counters counters) {
        this.cause = cause;
        this.counters = counters;
        this.prefix = MARK + "Failed to invoke "
                + (key.method().isEmpty() ? "a method" : "method " + Words.shorten(key.method(), METHOD_CHARS_MAX))
                + " of "
                + Words.shorten(key.service(), SERVICE_CHARS_MAX)
                + (key.provider().isEmpty() ? "" : " at " + Words.shorten(key.provider(), METHOD_CHARS_MAX))
                + ", cause: ";
    }

    /** Refuses for the provider: counts, tells, and throws or returns. */
    Result atProvider(Invocation invocation, boolean asResult, long nowNanos) {
        note("", nowNanos);
        RpcException exception = exception("");
        if (!asResult) {
            throw exception;
        }
        return new RefusedResult(exception, invocation);
    }

    /** Refuses for the consumer: counts and tells. */
    RpcException atConsumer(String detail, long nowNanos) {
        note(detail, nowNanos);
        return exception(detail);
    }

    /** A dry run: counts and tells, no more. */
    void pretend(long nowNanos) {
        note(" Dry run: not refused.", nowNanos);
    }

    private RpcException exception(String detail) {
        RpcException exception = new RpcException(RpcException.LIMIT_EXCEEDED_EXCEPTION, prefix + cause + detail);
        exception.setStackTrace(new StackTraceElement[0]);
        return exception;
    }

    private void note(String detail, long nowNanos) {
        counters.refuse();
        if (counters.tellNow(nowNanos)) {
            LOGGER.warn(prefix + cause + detail + " Refused so far: " + counters.refused());
        }
    }
}
