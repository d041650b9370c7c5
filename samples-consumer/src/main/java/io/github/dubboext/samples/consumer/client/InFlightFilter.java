package io.github.dubboext.samples.consumer.client;

import io.github.dubboext.samples.api.OrderService;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.dubbo.common.constants.CommonConstants;
import org.apache.dubbo.common.extension.Activate;
import org.apache.dubbo.rpc.Filter;
import org.apache.dubbo.rpc.Invocation;
import org.apache.dubbo.rpc.Invoker;
import org.apache.dubbo.rpc.Result;

/**
 * Counts the calls that are under way to each provider, for the pictures. Innermost, so that a call which waits for a permit
 * of this consumer is not under way yet.
 */
@Activate(group = CommonConstants.CONSUMER, order = Integer.MAX_VALUE)
public final class InFlightFilter implements Filter {
    private static final Map<String, AtomicInteger> COUNTS = new ConcurrentHashMap<>();

    @Override
    public Result invoke(Invoker<?> invoker, Invocation invocation) {
        if (invoker.getInterface() != OrderService.class) {
            return invoker.invoke(invocation); // Dubbo's own metadata service
        }
        AtomicInteger count = COUNTS.computeIfAbsent(invoker.getUrl().getAddress(), provider -> new AtomicInteger());
        count.incrementAndGet();
        boolean sent = false;
        try {
            Result result = invoker.invoke(invocation);
            result.whenCompleteWithContext((answer, failure) -> count.decrementAndGet());
            sent = true;
            return result;
        } finally {
            if (!sent) {
                count.decrementAndGet();
            }
        }
    }

    /** At this moment, by {@code host:port}; also of those that were called earlier. */
    static Map<String, Integer> now() {
        Map<String, Integer> now = new TreeMap<>();
        COUNTS.forEach((provider, count) -> now.put(provider, count.get()));
        return now;
    }
}
