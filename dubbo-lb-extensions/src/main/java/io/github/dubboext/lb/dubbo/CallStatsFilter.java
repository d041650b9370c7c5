package io.github.dubboext.lb.dubbo;

import io.github.dubboext.lb.env.Env;
import io.github.dubboext.lb.stats.Call;
import io.github.dubboext.lb.stats.Outcome;
import io.github.dubboext.lb.stats.ProviderStats;
import org.apache.dubbo.common.constants.CommonConstants;
import org.apache.dubbo.common.extension.Activate;
import org.apache.dubbo.rpc.Filter;
import org.apache.dubbo.rpc.Invocation;
import org.apache.dubbo.rpc.Invoker;
import org.apache.dubbo.rpc.Result;

/**
 * Counts each attempt of a call on the provider that it really goes to, from just before it is sent until its result is
 * complete, for the strategies that look at calls in flight, latency or failures. On by itself; a call that no such strategy
 * has chosen a provider for costs one look into its attributes.
 *
 * <p>Innermost, so that what other filters refuse or answer is not counted. What is to be ended is held by the closure on
 * the result and by nothing else: a result is complete once, whatever becomes of the invocation, of other filters and of
 * their listeners.
 *
 * <p>A one-way call, and a stream over triple, are complete for a filter as soon as they are sent: they count until then,
 * and their time says nothing about the provider.
 */
@Activate(group = CommonConstants.CONSUMER, order = Integer.MAX_VALUE)
public final class CallStatsFilter implements Filter {
    private final Env env;

    public CallStatsFilter() {
        this(Env.system());
        Introduction.sayOnce();
    }

    CallStatsFilter(Env env) {
        this.env = env;
    }

    @Override
    public Result invoke(Invoker<?> invoker, Invocation invocation) {
        CallCount count = CallCount.of(invocation);
        ProviderStats stats = count == null ? null : count.stats.get(Weights.address(invoker));
        return stats == null ? invoker.invoke(invocation) : counted(invoker, invocation, count, stats);
    }

    private Result counted(Invoker<?> invoker, Invocation invocation, CallCount count, ProviderStats stats) {
        Call call = stats.begin(env.nanoTime(), count.timeoutNanos);
        Outcomes outcomes = new Outcomes(count, invoker, invocation);
        Result result;
        try {
            result = invoker.invoke(invocation);
        } catch (Throwable e) {
            call.end(outcomes.of(e), env.nanoTime());
            throw e;
        }
        try {
            result.whenCompleteWithContext((value, thrown) -> call.end(outcomes.of(value, thrown), env.nanoTime()));
        } catch (RuntimeException e) {
            // No result, or one of another kind, which is complete as it is.
            call.end(result == null ? Outcome.UNKNOWN : outcomes.of(result, null), env.nanoTime());
        }
        return result;
    }
}
