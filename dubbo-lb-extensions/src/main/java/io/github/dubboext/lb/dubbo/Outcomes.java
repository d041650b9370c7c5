package io.github.dubboext.lb.dubbo;

import io.github.dubboext.lb.stats.Outcome;
import java.lang.reflect.Method;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.apache.dubbo.remoting.RemotingException;
import org.apache.dubbo.rpc.Invocation;
import org.apache.dubbo.rpc.Invoker;
import org.apache.dubbo.rpc.Result;
import org.apache.dubbo.rpc.RpcException;
import org.apache.dubbo.rpc.service.GenericException;

/**
 * What the end of a call says about the provider. An exception that the method declares, or a checked one, is an answer; a
 * timeout is one; everything else that is thrown is a failure. Never throws. Immutable.
 */
final class Outcomes {
    private static final String STREAM = "org.apache.dubbo.common.stream.StreamObserver"; // since 3.0
    private static final String RETURN = "return";

    private final CallCount count;
    private final Invoker<?> invoker;
    private final Invocation invocation;

    Outcomes(CallCount count, Invoker<?> invoker, Invocation invocation) {
        this.count = count;
        this.invoker = invoker;
        this.invocation = invocation;
    }

    Outcome of(Result result, Throwable thrown) {
        if (thrown != null) {
            // Of the result's own future, not sent by the provider: the caller has lost interest.
            return cause(thrown) instanceof CancellationException ? Outcome.UNKNOWN : of(thrown);
        }
        Throwable exception = result == null ? null : result.getException();
        if (exception != null) {
            return of(exception);
        }
        return count.oneWay || isOneWay() || isStream() ? Outcome.UNKNOWN : Outcome.ANSWER;
    }

    Outcome of(Throwable thrown) {
        Throwable cause = cause(thrown);
        if (cause instanceof RpcException) {
            return ofRpc((RpcException) cause);
        }
        if (cause instanceof TimeoutException || cause instanceof org.apache.dubbo.remoting.TimeoutException) {
            return Outcome.TIMEOUT;
        }
        if (cause instanceof RemotingException) {
            return Outcome.FAILURE;
        }
        return isAnswer(cause) ? Outcome.ANSWER : Outcome.FAILURE;
    }

    private static Throwable cause(Throwable thrown) {
        Throwable cause = thrown;
        while ((cause instanceof CompletionException || cause instanceof ExecutionException)
                && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }

    private static Outcome ofRpc(RpcException e) {
        if (e.isTimeout()) {
            return Outcome.TIMEOUT;
        }
        if (e.getCause() instanceof InterruptedException) {
            return Outcome.UNKNOWN; // the caller has lost interest
        }
        return e.isBiz() ? Outcome.ANSWER : Outcome.FAILURE;
    }

    private boolean isAnswer(Throwable e) {
        if (!count.undeclaredFails) {
            return true;
        }
        return e instanceof GenericException
                ? isAnswer((GenericException) e)
                : isChecked(e.getClass()) || isDeclared(e);
    }

    /** Of a generic call there is only the name: if it is not one of Java's unchecked ones, it may well be declared. */
    private static boolean isAnswer(GenericException e) {
        String name = e.getExceptionClass();
        if (name == null || name.equals(RpcException.class.getName())) {
            return false;
        }
        try {
            return !name.startsWith("java.") || isChecked(Class.forName(name, false, null));
        } catch (ClassNotFoundException unknown) {
            return true;
        }
    }

    /** Not {@code Exception} itself: as that an {@code Error} arrives over triple. */
    private static boolean isChecked(Class<?> type) {
        return !RuntimeException.class.isAssignableFrom(type)
                && !Error.class.isAssignableFrom(type)
                && type != Exception.class;
    }

    private boolean isDeclared(Throwable e) {
        try {
            Method method =
                    invoker.getInterface().getMethod(invocation.getMethodName(), invocation.getParameterTypes());
            for (Class<?> declared : method.getExceptionTypes()) {
                if (declared.isInstance(e)) {
                    return true;
                }
            }
        } catch (NoSuchMethodException | RuntimeException unknown) {
            // a call of a method that the interface does not show declares nothing
        }
        return false;
    }

    private boolean isOneWay() {
        return "false".equals(invocation.getAttachment(RETURN));
    }

    private boolean isStream() {
        Class<?>[] types = invocation.getParameterTypes();
        if (types != null) {
            for (Class<?> type : types) {
                if (type.isInterface() && STREAM.equals(type.getName())) {
                    return true;
                }
            }
        }
        return false;
    }
}
