package io.github.dubboext.limit.testing;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import org.apache.dubbo.common.extension.Activate;
import org.apache.dubbo.rpc.Filter;
import org.apache.dubbo.rpc.Invocation;
import org.apache.dubbo.rpc.Invoker;
import org.apache.dubbo.rpc.Result;

/** A filter of somebody else, on either side of the limits and of the wire, that misbehaves on request. */
public abstract class ProbeFilter implements Filter {

    /** What it does instead of passing on; null passes on. */
    public static volatile BiFunction<Invoker<?>, Invocation, Result> outerProvider;

    public static volatile BiFunction<Invoker<?>, Invocation, Result> innerProvider;
    public static volatile BiFunction<Invoker<?>, Invocation, Result> outerConsumer;
    public static volatile BiFunction<Invoker<?>, Invocation, Result> innerConsumer;
    public static final AtomicInteger PROVIDER_CALLS = new AtomicInteger();

    public static void reset() {
        outerProvider = innerProvider = outerConsumer = innerConsumer = null;
    }

    abstract BiFunction<Invoker<?>, Invocation, Result> action();

    @Override
    public Result invoke(Invoker<?> invoker, Invocation invocation) {
        BiFunction<Invoker<?>, Invocation, Result> action = action();
        return action == null ? invoker.invoke(invocation) : action.apply(invoker, invocation);
    }

    @Activate(group = "provider", order = -5000)
    public static final class OuterProvider extends ProbeFilter {
        @Override
        BiFunction<Invoker<?>, Invocation, Result> action() {
            PROVIDER_CALLS.incrementAndGet();
            return outerProvider;
        }
    }

    @Activate(group = "provider", order = 5000)
    public static final class InnerProvider extends ProbeFilter {
        @Override
        BiFunction<Invoker<?>, Invocation, Result> action() {
            return innerProvider;
        }
    }

    @Activate(group = "consumer", order = -5000)
    public static final class OuterConsumer extends ProbeFilter {
        @Override
        BiFunction<Invoker<?>, Invocation, Result> action() {
            return outerConsumer;
        }
    }

    @Activate(group = "consumer", order = 5000)
    public static final class InnerConsumer extends ProbeFilter {
        @Override
        BiFunction<Invoker<?>, Invocation, Result> action() {
            return innerConsumer;
        }
    }
}
