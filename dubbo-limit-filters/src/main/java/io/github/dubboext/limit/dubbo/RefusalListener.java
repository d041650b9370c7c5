package io.github.dubboext.limit.dubbo;

import org.apache.dubbo.common.extension.Activate;
import org.apache.dubbo.rpc.BaseFilter;
import org.apache.dubbo.rpc.Filter;
import org.apache.dubbo.rpc.Invocation;
import org.apache.dubbo.rpc.Invoker;
import org.apache.dubbo.rpc.Result;

/**
 * Brings the exception of a {@link RefusedResult} back into sight once the walk over the listeners has passed Dubbo's
 * exception filter. Does not load on 2.7, which has no {@link BaseFilter} and does not need it.
 */
@Activate(
        group = "provider",
        value = {"executes", "tps"},
        order = RefusalListener.ORDER)
public final class RefusalListener implements Filter, BaseFilter.Listener {

    /** Outside the limits and inside everything with an order of its own, as authentication and metrics. */
    public static final int ORDER = -300;

    @Override
    public Result invoke(Invoker<?> invoker, Invocation invocation) {
        return invoker.invoke(invocation);
    }

    @Override
    public void onResponse(Result response, Invoker<?> invoker, Invocation invocation) {
        if (response instanceof RefusedResult.Answer) {
            ((RefusedResult.Answer) response).show();
        }
    }

    @Override
    public void onError(Throwable error, Invoker<?> invoker, Invocation invocation) {}
}
