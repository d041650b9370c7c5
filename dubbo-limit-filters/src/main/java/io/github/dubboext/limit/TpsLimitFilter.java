package io.github.dubboext.limit;

import io.github.dubboext.limit.dubbo.Limits;
import org.apache.dubbo.common.extension.Activate;
import org.apache.dubbo.rpc.Filter;
import org.apache.dubbo.rpc.Invocation;
import org.apache.dubbo.rpc.Invoker;
import org.apache.dubbo.rpc.Result;

/**
 * {@code tps}: at most so many calls in {@code tps.interval} ms (default 60,000), for the service or for a method with a
 * {@code tps} of its own; 0 and less is off. Takes the place of Dubbo's filter of the same name.
 *
 * <p>{@code tps.mode}: {@code strict} (default), never more in any window, wherever it begins; {@code bucket}, a token
 * bucket of {@code tps.burst}; {@code pace}, evenly spaced, each call waiting up to {@code tps.wait} ms for its turn, on
 * its thread. {@code limit.refuse=result} (default) is not retried, {@code throw} is. Thread-safe.
 */
@Activate(group = "provider", value = "tps", order = TpsLimitFilter.ORDER)
public final class TpsLimitFilter implements Filter {

    static final int ORDER = -100;

    @Override
    public Result invoke(Invoker<?> invoker, Invocation invocation) {
        return Limits.SHARED.tps(invoker, invocation);
    }
}
