package io.github.dubboext.samples.consumer.client;

import org.apache.dubbo.common.constants.CommonConstants;
import org.apache.dubbo.common.extension.Activate;
import org.apache.dubbo.rpc.Filter;
import org.apache.dubbo.rpc.Invocation;
import org.apache.dubbo.rpc.Invoker;
import org.apache.dubbo.rpc.Result;

/**
 * Notes which provider this thread's call was given to, because a failed call does not say. Outermost, so that calls which
 * a limit of this consumer refuses are noted as well.
 */
@Activate(group = CommonConstants.CONSUMER, order = Integer.MIN_VALUE)
public final class AttemptFilter implements Filter {
    private static final ThreadLocal<String> LAST = new ThreadLocal<>();

    @Override
    public Result invoke(Invoker<?> invoker, Invocation invocation) {
        LAST.set(invoker.getUrl().getAddress());
        return invoker.invoke(invocation);
    }

    /** The last provider tried by this thread since the last question; empty if none. */
    static String takeLast() {
        String last = LAST.get();
        LAST.remove();
        return last == null ? "" : last;
    }
}
