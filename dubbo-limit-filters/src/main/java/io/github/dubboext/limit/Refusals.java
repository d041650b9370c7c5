package io.github.dubboext.limit;

import org.apache.dubbo.rpc.RpcException;

/** Tells a caller whether a limit refused its call. Stateless. */
public final class Refusals {

    private static final String MARK = "Limit exceeded: Failed to invoke ";
    private static final String DUBBOS_EXECUTES = "The service using threads greater than <dubbo:service executes=";
    private static final int DEPTH_MAX = 32;

    private Refusals() {}

    /**
     * Whether {@code error} is or wraps a refusal of {@code executes}, {@code actives} or {@code tps}: by its code where
     * that survives, and by its text where the protocol leaves nothing else, as dubbo does with a thrown one. Finds the
     * refusals of Dubbo's own concurrency filters, too. Only Dubbo's exceptions are believed, not texts of others.
     */
    public static boolean isRefused(Throwable error) {
        Throwable cause = error;
        for (int depth = 0; cause != null && depth < DEPTH_MAX; depth++) {
            if (cause instanceof RpcException && ((RpcException) cause).isLimitExceed()) {
                return true;
            }
            String message = cause.getMessage();
            if (message != null
                    && cause.getClass().getName().startsWith("org.apache.dubbo.")
                    && (message.contains(MARK) || message.contains(DUBBOS_EXECUTES))) {
                return true;
            }
            cause = cause.getCause();
        }
        return false;
    }
}
