package io.github.dubboext.lb.dubbo;

import io.github.dubboext.lb.stats.MethodStats;
import io.github.dubboext.lb.stats.ProviderStats;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToLongFunction;
import org.apache.dubbo.common.extension.Activate;
import org.apache.dubbo.rpc.Filter;
import org.apache.dubbo.rpc.Invocation;
import org.apache.dubbo.rpc.Invoker;
import org.apache.dubbo.rpc.Result;

/** Keeps the counters of every call that passes: {@code filter="count-watch"}. */
@Activate(group = "none")
public final class CountWatch implements Filter {
    static final Set<MethodStats> SEEN = ConcurrentHashMap.newKeySet();

    @Override
    public Result invoke(Invoker<?> invoker, Invocation invocation) {
        CallCount count = CallCount.of(invocation);
        if (count != null) {
            SEEN.add(count.stats);
        }
        return invoker.invoke(invocation);
    }

    /** Calls in flight to the providers at these addresses, all methods together. */
    static long inFlight(Iterable<String> addresses) {
        return sum(addresses, ProviderStats::inFlight);
    }

    /** Calls to them that failed. */
    static long failures(Iterable<String> addresses) {
        return sum(addresses, ProviderStats::failures);
    }

    private static long sum(Iterable<String> addresses, ToLongFunction<ProviderStats> number) {
        long sum = 0;
        for (MethodStats method : SEEN) {
            for (String address : addresses) {
                ProviderStats provider = method.get(address);
                sum += provider == null ? 0 : number.applyAsLong(provider);
            }
        }
        return sum;
    }
}
