package io.github.dubboext.limit;

import io.github.dubboext.limit.dubbo.ExecuteGuard;
import org.apache.dubbo.common.extension.Activate;
import org.apache.dubbo.rpc.Filter;
import org.apache.dubbo.rpc.Invocation;
import org.apache.dubbo.rpc.Invoker;
import org.apache.dubbo.rpc.Result;
import org.apache.dubbo.rpc.RpcException;

/**
 * {@code executes}: at most so many calls of a method at once in this provider, exactly, over all protocols; 0 and less
 * is off. Takes the place of Dubbo's filter of the same name.
 *
 * <p>Stands outside Dubbo's exception filter, which would write a stack trace for each refusal, and outside the rate
 * limit.
 */
@Activate(group = "provider", value = "executes", order = ExecuteLimitFilter.ORDER)
public final class ExecuteLimitFilter implements Filter {

    static final int ORDER = -200;

    private final ExecuteGuard guard = new ExecuteGuard();

    @Override
    public Result invoke(Invoker<?> invoker, Invocation invocation) throws RpcException {
        return guard.invoke(invoker, invocation);
    }
}
