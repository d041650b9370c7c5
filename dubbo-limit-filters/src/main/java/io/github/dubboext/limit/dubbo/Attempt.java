package io.github.dubboext.limit.dubbo;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.dubbo.rpc.Invocation;
import org.apache.dubbo.rpc.InvokeMode;
import org.apache.dubbo.rpc.Invoker;
import org.apache.dubbo.rpc.Result;
import org.apache.dubbo.rpc.RpcContext;
import org.apache.dubbo.rpc.RpcInvocation;

/**
 * One attempt of a call that had to wait, which now has less time than its timeout.
 *
 * <p>It goes on with a copy of the invocation, because Dubbo's invokers write the timeout back into it: a retry gets
 * its full timeout from the original, and forked calls, which share it at the same time, do not shorten each other.
 */
final class Attempt {

    private final Invoker<?> next;
    private final RpcInvocation invocation;
    private final Map<String, Object> attachments;
    private final Object countdown;
    private final long deadlineNanos;

    Attempt(Invoker<?> next, Invocation original, InvokeMode mode, long deadlineNanos) {
        this.next = next;
        this.invocation = copy(original, mode);
        this.attachments = new HashMap<>(Since3.clientContext().getObjectAttachments());
        this.countdown = Since3.countdown();
        this.deadlineNanos = deadlineNanos;
    }

    private static RpcInvocation copy(Invocation original, InvokeMode mode) {
        RpcInvocation copy = new RpcInvocation(original);
        if (original instanceof RpcInvocation) {
            RpcInvocation from = (RpcInvocation) original;
            copy.setReturnType(from.getReturnType());
            copy.setReturnTypes(from.getReturnTypes());
            copy.setParameterTypesDesc(from.getParameterTypesDesc());
            copy.setCompatibleParamSignatures(from.getCompatibleParamSignatures());
            copy.setTargetServiceUniqueName(from.getTargetServiceUniqueName());
        }
        copy.setInvokeMode(mode);
        return copy;
    }

    RpcInvocation invocation() {
        return invocation;
    }

    long deadlineNanos() {
        return deadlineNanos;
    }

    /** Dubbo counts in milliseconds, so less than one is nothing. */
    boolean hasTimeLeft(long nowNanos) {
        return deadlineNanos - nowNanos >= 1_000_000;
    }

    /** Runs the call on this thread, whose context is that of the caller, within what is left. */
    Result run(CallPermit permit, long nowNanos) {
        if (countdown != null) {
            // It is a deadline already, and goes on counting.
            return permit.run(next, invocation);
        }
        RpcContext context = Since3.clientContext();
        Object before = context.getObjectAttachment(Timeouts.KEY);
        long leftMillis = TimeUnit.NANOSECONDS.toMillis(deadlineNanos - nowNanos);
        context.setObjectAttachment(Timeouts.KEY, String.valueOf(leftMillis));
        try {
            return permit.run(next, invocation);
        } finally {
            if (before == null) {
                context.removeAttachment(Timeouts.KEY);
            } else {
                context.setObjectAttachment(Timeouts.KEY, before);
            }
        }
    }

    /** The same on a thread of ours. */
    Result runElsewhere(CallPermit permit, long nowNanos) {
        Since3.separateContext(attachments, countdown);
        return run(permit, nowNanos);
    }
}
