package io.github.dubboext.samples.provider;

import java.util.concurrent.atomic.AtomicLong;
import org.apache.dubbo.common.constants.CommonConstants;
import org.apache.dubbo.common.extension.Activate;
import org.apache.dubbo.rpc.Filter;
import org.apache.dubbo.rpc.Invocation;
import org.apache.dubbo.rpc.Invoker;
import org.apache.dubbo.rpc.Result;
import org.apache.dubbo.rpc.RpcException;

/**
 * A limit as any application may have one of its own, inside those of Dubbo: refuses one call of {@code refuse.every} in the
 * way that Dubbo intends for it.
 */
@Activate(group = CommonConstants.PROVIDER, value = InnerLimit.KEY, order = Integer.MAX_VALUE)
public final class InnerLimit implements Filter {
    static final String KEY = "refuse.every";

    private final AtomicLong calls = new AtomicLong();

    @Override
    public Result invoke(Invoker<?> invoker, Invocation invocation) {
        int every = invoker.getUrl().getMethodParameter(invocation.getMethodName(), KEY, 0);
        if (every > 0 && calls.incrementAndGet() % every == 0) {
            throw new RpcException(
                    RpcException.LIMIT_EXCEEDED_EXCEPTION, "Refused by an inner limit: " + invocation.getMethodName());
        }
        return invoker.invoke(invocation);
    }
}
