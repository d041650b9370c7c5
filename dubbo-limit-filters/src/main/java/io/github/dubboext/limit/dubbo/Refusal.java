package io.github.dubboext.limit.dubbo;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.apache.dubbo.common.logger.Logger;
import org.apache.dubbo.common.logger.LoggerFactory;
import org.apache.dubbo.rpc.RpcException;

/**
 * How one gate says no: one exception without stack, used again for each refusal, and at most one WARN a second.
 *
 * <p>The exception is exactly an {@link RpcException} (a subclass is not on the allow list of Dubbo's serialization)
 * and carries no stack, since over the dubbo protocol the whole trace is sent as text. Thread-safe.
 */
final class Refusal {

    private static final Logger LOGGER = LoggerFactory.getLogger(Refusal.class);
    private static final int MESSAGE_CHARS_MAX = 300;
    private static final long WARN_EVERY_NANOS = 1_000_000_000L;

    private final RpcException exception;
    private final LongAdder refused = new LongAdder();
    private final AtomicLong warnAfterNanos;

    Refusal(String message, long nowNanos) {
        String text = message.length() <= MESSAGE_CHARS_MAX ? message : message.substring(0, MESSAGE_CHARS_MAX);
        exception = new RpcException(RpcException.LIMIT_EXCEEDED_EXCEPTION, text);
        exception.setStackTrace(new StackTraceElement[0]);
        warnAfterNanos = new AtomicLong(nowNanos);
    }

    RpcException toThrow(long nowNanos) {
        refused.increment();
        long due = warnAfterNanos.get();
        if (nowNanos - due >= 0 && warnAfterNanos.compareAndSet(due, nowNanos + WARN_EVERY_NANOS)) {
            LOGGER.warn(exception.getMessage() + " Refused so far: " + refused.sum());
        }
        return exception;
    }
}
