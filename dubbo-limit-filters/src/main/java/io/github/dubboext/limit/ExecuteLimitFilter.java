package io.github.dubboext.limit;

import io.github.dubboext.limit.dubbo.Limits;
import org.apache.dubbo.common.extension.Activate;
import org.apache.dubbo.rpc.Filter;
import org.apache.dubbo.rpc.Invocation;
import org.apache.dubbo.rpc.Invoker;
import org.apache.dubbo.rpc.Result;

/**
 * {@code executes}: at most so many calls of a method at once in this provider, exactly, over all protocols; 0 and less
 * is off. Takes the place of Dubbo's filter of the same name.
 *
 * <p>{@code executes.queue} calls (default 0) may wait up to {@code executes.wait} ms (default 1,000) in order of
 * arrival, never longer than the caller does; each holds a thread of the server. {@code limit.refuse=throw} (default)
 * lets failover try another provider, {@code result} does not.
 *
 * <p>Stands outside Dubbo's exception filter, which would write a stack trace for each refusal, and outside the rate
 * limit. Thread-safe.
 */
@Activate(group = "provider", value = "executes", order = ExecuteLimitFilter.ORDER)
public final class ExecuteLimitFilter implements Filter {

    static final int ORDER = -200;

    @Override
    public Result invoke(Invoker<?> invoker, Invocation invocation) {
        return Limits.SHARED.executes(invoker, invocation);
    }
}
