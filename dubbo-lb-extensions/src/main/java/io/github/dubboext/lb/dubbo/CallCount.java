package io.github.dubboext.lb.dubbo;

import io.github.dubboext.lb.stats.MethodStats;
import org.apache.dubbo.rpc.Invocation;

/**
 * Where the calls of one method are counted, and how: what a load balance that looks at calls in flight leaves in the
 * invocation for {@link CallStatsFilter}. It is the same for every attempt and every branch of a call, so it does not
 * matter that they share the invocation; which provider an attempt goes to, the filter sees for itself. Immutable.
 */
final class CallCount {
    private static final String KEY = "io.github.dubboext.lb.count";
    private static final int DEFAULT_TIMEOUT_MILLIS = 1_000;

    final MethodStats stats;
    /** What a failure is charged with at least. */
    final long timeoutNanos;
    /** Whether an exception that the method does not declare is a failure of the provider, rather than an answer. */
    final boolean undeclaredFails;
    /** Whether the method is called without waiting for an answer. */
    final boolean oneWay;

    private CallCount(MethodStats stats, long timeoutNanos, boolean undeclaredFails, boolean oneWay) {
        this.stats = stats;
        this.timeoutNanos = timeoutNanos;
        this.undeclaredFails = undeclaredFails;
        this.oneWay = oneWay;
    }

    static CallCount read(Parameters parameters, MethodStats stats) {
        int timeoutMillis = parameters.integer("timeout", DEFAULT_TIMEOUT_MILLIS, 0, Integer.MAX_VALUE);
        return new CallCount(
                stats,
                timeoutMillis * 1_000_000L,
                parameters.flag("failure.undeclared", true),
                !parameters.flag("return", true));
    }

    void leaveIn(Invocation invocation) {
        if (invocation != null && invocation.get(KEY) != this) {
            invocation.put(KEY, this);
        }
    }

    /** What was left in {@code invocation}, or null. */
    static CallCount of(Invocation invocation) {
        return (CallCount) invocation.get(KEY);
    }
}
