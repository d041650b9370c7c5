package io.github.dubboext.limit.dubbo;

import java.util.concurrent.TimeUnit;
import org.apache.dubbo.common.URL;
import org.apache.dubbo.rpc.Invocation;
import org.apache.dubbo.rpc.TimeoutCountDown;

/** How long a call has. The order of the sources is that of Dubbo's invokers, without their side effects. */
final class Timeouts {

    static final String KEY = "timeout";
    /** What a 2.7 or 3.x consumer sends along when it counts down. */
    private static final String SENT_KEY = "_TO";
    /** The same over triple, whose headers have no capitals. */
    private static final String SENT_LOWER_KEY = "_to";

    private static final int DUBBO_DEFAULT_MILLIS = 1_000;
    private static final int TRIPLE_DEFAULT_MILLIS = 3_000;

    private Timeouts() {}

    /** Consumer: the countdown of this thread, the timeout of this call, of the invocation, of the configuration. */
    static long attemptNanos(URL url, String method, Invocation invocation) {
        Object countdown = Since3.countdown();
        if (countdown instanceof TimeoutCountDown) {
            return ((TimeoutCountDown) countdown).timeRemaining(TimeUnit.NANOSECONDS);
        }
        long millis = millis(Since3.clientContext().getObjectAttachment(KEY));
        if (millis <= 0) {
            millis = millis(invocation.getObjectAttachment(KEY));
        }
        return TimeUnit.MILLISECONDS.toNanos(millis > 0 ? millis : configuredMillis(url, method));
    }

    /** Provider: what the caller sent along, or {@link Long#MAX_VALUE}. */
    static long callerNanos(Invocation invocation) {
        long millis = millis(invocation.getObjectAttachment(SENT_KEY));
        if (millis <= 0) {
            millis = millis(invocation.getObjectAttachment(SENT_LOWER_KEY));
        }
        if (millis <= 0) {
            millis = millis(invocation.getObjectAttachment(KEY));
        }
        if (millis <= 0) {
            // Where the triple of 3.3 puts what the headers say.
            millis = millis(invocation.get(KEY));
        }
        return millis <= 0 ? Long.MAX_VALUE : TimeUnit.MILLISECONDS.toNanos(millis);
    }

    /** The timeout in the configuration, or the default of the protocol. */
    static long configuredMillis(URL url, String method) {
        long millis = millis(method.isEmpty() ? url.getParameter(KEY) : url.getMethodParameter(method, KEY));
        if (millis > 0) {
            return millis;
        }
        return "tri".equals(url.getProtocol()) ? TRIPLE_DEFAULT_MILLIS : DUBBO_DEFAULT_MILLIS;
    }

    private static long millis(Object value) {
        if (value == null) {
            return 0;
        }
        try {
            return Long.parseLong(value.toString());
        } catch (NumberFormatException e) {
            // Dubbo itself goes on with its default.
            return 0;
        }
    }
}
