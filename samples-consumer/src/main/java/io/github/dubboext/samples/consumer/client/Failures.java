package io.github.dubboext.samples.consumer.client;

import io.github.dubboext.samples.consumer.load.Outcome;
import org.apache.dubbo.remoting.RemotingException;
import org.apache.dubbo.remoting.TimeoutException;
import org.apache.dubbo.rpc.RpcException;

/**
 * Tells what a failed call died of.
 *
 * <p>The code of the outermost exception does not say: over the dubbo protocol a refusal by the provider's own filter
 * arrives as a network error that carries the provider's text, over triple as an unknown error with the refusal as its
 * cause. So the whole chain of causes is read, refusals first.
 */
public final class Failures {
    private static final int REASON_CHARS_MAX = 300;

    private Failures() {}

    public static Outcome classify(Throwable thrown) {
        Outcome found = Outcome.BUSINESS; // nothing of Dubbo's in the chain: the method's own exception
        for (Throwable t = thrown; t != null; t = t.getCause()) {
            Outcome outcome = ofOne(t);
            if (outcome.group() == Outcome.Group.REFUSED) {
                return outcome;
            }
            if (found == Outcome.BUSINESS || found == Outcome.OTHER) {
                found = outcome;
            }
        }
        return found;
    }

    /** The innermost cause in one short line. */
    public static String reason(Throwable thrown) {
        Throwable root = thrown;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        String line = root.toString().lines().findFirst().orElse("");
        return line.length() <= REASON_CHARS_MAX ? line : line.substring(0, REASON_CHARS_MAX) + " ...";
    }

    private static Outcome ofOne(Throwable t) {
        boolean rpc = t instanceof RpcException;
        if (!rpc && !(t instanceof RemotingException)) {
            return Outcome.BUSINESS;
        }
        Outcome limit = limitNamedIn(String.valueOf(t.getMessage()));
        if (limit != null) {
            return limit;
        }
        return rpc
                ? ofCode(((RpcException) t).getCode())
                : t instanceof TimeoutException ? Outcome.TIMEOUT : Outcome.NETWORK;
    }

    /** By the words of Dubbo's filters, and of those that replace them. */
    private static Outcome limitNamedIn(String message) {
        if (message.contains("<dubbo:service executes=")) {
            return Outcome.EXECUTES;
        }
        if (message.contains("Waiting concurrent invoke timeout") || message.contains("actives=\"")) {
            return Outcome.ACTIVES;
        }
        if (message.contains("exceed max service tps") || message.contains("tps=\"")) {
            return Outcome.TPS;
        }
        if (message.contains("Refused by an inner limit")) { // the sample provider's own
            return Outcome.OTHER_LIMIT;
        }
        return null;
    }

    private static Outcome ofCode(int code) {
        return switch (code) {
            case RpcException.LIMIT_EXCEEDED_EXCEPTION -> Outcome.OTHER_LIMIT;
            case RpcException.TIMEOUT_EXCEPTION, RpcException.TIMEOUT_TERMINATE -> Outcome.TIMEOUT;
            case RpcException.NETWORK_EXCEPTION -> Outcome.NETWORK;
            case RpcException.FORBIDDEN_EXCEPTION, RpcException.NO_INVOKER_AVAILABLE_AFTER_FILTER ->
                Outcome.NO_PROVIDER;
            case RpcException.BIZ_EXCEPTION -> Outcome.BUSINESS;
            default -> Outcome.OTHER;
        };
    }
}
