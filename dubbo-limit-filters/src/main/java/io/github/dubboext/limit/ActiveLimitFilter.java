package io.github.dubboext.limit;

import io.github.dubboext.limit.dubbo.Limits;
import org.apache.dubbo.common.extension.Activate;
import org.apache.dubbo.rpc.Filter;
import org.apache.dubbo.rpc.Invocation;
import org.apache.dubbo.rpc.Invoker;
import org.apache.dubbo.rpc.Result;

/**
 * {@code actives}: at most so many calls of a method at once from this consumer to one provider, exactly; 0 and less is
 * off. Takes the place of Dubbo's filter, whose name is {@code activelimit} in 2.7 and {@code active-limit} since; this
 * class stands under both, and Dubbo puts one class into a chain once.
 *
 * <p>A call that finds it full waits in order of arrival, for at most the time it has; the wait counts against the
 * timeout of the attempt. Asynchronous calls wait without a thread. {@code actives.queue} (default 10,000) bounds those
 * that wait. Where two references to one provider share the counter, each call brings the limit of its own reference.
 * Thread-safe.
 */
@Activate(group = "consumer", value = "actives", order = ActiveLimitFilter.ORDER)
public final class ActiveLimitFilter implements Filter {

    static final int ORDER = -200;

    @Override
    public Result invoke(Invoker<?> invoker, Invocation invocation) {
        return Limits.SHARED.actives(invoker, invocation);
    }
}
