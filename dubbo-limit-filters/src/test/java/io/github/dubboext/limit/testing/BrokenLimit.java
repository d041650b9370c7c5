package io.github.dubboext.limit.testing;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.dubbo.rpc.Filter;
import org.apache.dubbo.rpc.Invocation;
import org.apache.dubbo.rpc.Invoker;
import org.apache.dubbo.rpc.Result;
import org.apache.dubbo.rpc.RpcException;

/** {@code executes} with a defect, named by the parameter {@code broken}; on by {@code service.filter} only. */
public final class BrokenLimit implements Filter {

    /** What is wrong with it. */
    public enum Defect {
        NONE,
        FORGETS_WHAT_WAS_THROWN,
        GIVES_BACK_TWICE,
        ADMITS_ONE_MORE,
        GIVES_BACK_BEFORE_THE_END
    }

    private final Map<String, AtomicInteger> inFlight = new ConcurrentHashMap<>();

    @Override
    public Result invoke(Invoker<?> invoker, Invocation invocation) {
        Defect defect = Defect.valueOf(invoker.getUrl().getParameter("broken"));
        AtomicInteger permits = inFlight.computeIfAbsent(
                invoker.getUrl().getServiceKey() + invocation.getMethodName(), key -> new AtomicInteger());
        int limit = invoker.getUrl().getParameter("executes", 0) + (defect == Defect.ADMITS_ONE_MORE ? 1 : 0);
        if (permits.incrementAndGet() > limit) {
            permits.decrementAndGet();
            throw new RpcException(RpcException.LIMIT_EXCEEDED_EXCEPTION, "Limit exceeded: Failed to invoke ");
        }
        try {
            Result result = invoker.invoke(invocation);
            if (defect == Defect.GIVES_BACK_BEFORE_THE_END) {
                permits.decrementAndGet();
                return result;
            }
            return result.whenCompleteWithContext(
                    (response, error) -> permits.addAndGet(defect == Defect.GIVES_BACK_TWICE ? -2 : -1));
        } catch (RpcException e) {
            if (defect != Defect.FORGETS_WHAT_WAS_THROWN) {
                permits.decrementAndGet();
            }
            throw e;
        }
    }
}
