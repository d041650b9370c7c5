package io.github.dubboext.benchmarks.limit;

import io.github.dubboext.benchmarks.StubInvoker;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.apache.dubbo.common.URL;
import org.apache.dubbo.rpc.AsyncRpcResult;
import org.apache.dubbo.rpc.Filter;
import org.apache.dubbo.rpc.Invocation;
import org.apache.dubbo.rpc.InvokeMode;
import org.apache.dubbo.rpc.Invoker;
import org.apache.dubbo.rpc.Result;
import org.apache.dubbo.rpc.RpcInvocation;
import org.apache.dubbo.rpc.cluster.filter.FilterChainBuilder;

/** Filter chains made of Dubbo 3.3.6's own nodes, callback walk included, around a service that does next to nothing. */
final class Chains {

    private Chains() {}

    /** A service. */
    public interface Work {
        String work();
    }

    static URL url(String parameters) {
        return URL.valueOf("dubbo://127.0.0.1:20880/io.github.dubboext.Work?interface=io.github.dubboext.Work"
                + "&application=bench&methods=work&pid=4711&release=3.3.6&side=provider&timestamp=1700000000000&"
                + parameters);
    }

    static Invoker<Work> of(URL url, Function<Invocation, Result> service, Filter... filters) {
        Invoker<Work> end = new End(url, service);
        Invoker<Work> next = end;
        for (int i = filters.length - 1; i >= 0; i--) {
            next = new FilterChainBuilder.CopyOfFilterChainNode<>(end, next, filters[i]);
        }
        List<Filter> list = Arrays.asList(filters);
        return new FilterChainBuilder.CallbackRegistrationInvoker<>(next, list);
    }

    static RpcInvocation call() {
        RpcInvocation call = new RpcInvocation(
                null, "work", "io.github.dubboext.Work", "io.github.dubboext.Work", new Class<?>[0], new Object[0]);
        call.setInvokeMode(InvokeMode.SYNC);
        return call;
    }

    static Result answer(Invocation call) {
        return AsyncRpcResult.newDefaultAsyncResult("ok", call);
    }

    private static final class End extends StubInvoker<Work> {
        private final Function<Invocation, Result> service;

        End(URL url, Function<Invocation, Result> service) {
            super(Work.class, url);
            this.service = service;
        }

        @Override
        public Result invoke(Invocation invocation) {
            return service.apply(invocation);
        }
    }
}
