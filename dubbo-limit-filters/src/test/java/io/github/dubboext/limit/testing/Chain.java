package io.github.dubboext.limit.testing;

import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.apache.dubbo.common.URL;
import org.apache.dubbo.rpc.AppResponse;
import org.apache.dubbo.rpc.AsyncRpcResult;
import org.apache.dubbo.rpc.Invocation;
import org.apache.dubbo.rpc.InvokeMode;
import org.apache.dubbo.rpc.Invoker;
import org.apache.dubbo.rpc.Result;
import org.apache.dubbo.rpc.RpcInvocation;

/** What stands behind a filter: the next invoker of a chain for one URL, and invocations to send through it. */
public final class Chain {

    private final URL url;
    private final Class<?> type;

    public Chain(URL url) {
        this(url, Work.class);
    }

    public Chain(URL url, Class<?> type) {
        this.url = url;
        this.type = type;
    }

    public RpcInvocation call(String method, Object... arguments) {
        RpcInvocation invocation = new RpcInvocation(
                null, method, url.getServiceInterface(), url.getServiceKey(), new Class<?>[0], arguments);
        invocation.setInvokeMode(InvokeMode.SYNC);
        return invocation;
    }

    public RpcInvocation asyncCall(String method, Object... arguments) {
        RpcInvocation invocation = call(method, arguments);
        invocation.setInvokeMode(InvokeMode.FUTURE);
        return invocation;
    }

    public Invoker<?> returning(Object value) {
        return answering(invocation -> AsyncRpcResult.newDefaultAsyncResult(value, invocation));
    }

    public Invoker<?> failing(Throwable inResult) {
        return answering(invocation -> AsyncRpcResult.newDefaultAsyncResult(inResult, invocation));
    }

    public Invoker<?> pending(CompletableFuture<AppResponse> future) {
        return answering(invocation -> new AsyncRpcResult(future, invocation));
    }

    public Invoker<?> throwing(Throwable thrown) {
        return answering(invocation -> {
            throw Chain.<RuntimeException>sneaky(thrown);
        });
    }

    // The cast to a type parameter is what lets a checked exception through.
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <T extends Throwable> T sneaky(Throwable thrown) throws T {
        throw (T) thrown;
    }

    public Invoker<?> answering(Function<Invocation, Result> answer) {
        return new Next<>(type, url, answer);
    }

    /** A service to name methods of. */
    public interface Work {
        String work();

        String other();
    }

    private static final class Next<T> implements Invoker<T> {
        private final Class<T> type;
        private final URL url;
        private final Function<Invocation, Result> answer;

        Next(Class<T> type, URL url, Function<Invocation, Result> answer) {
            this.type = type;
            this.url = url;
            this.answer = answer;
        }

        @Override
        public Class<T> getInterface() {
            return type;
        }

        @Override
        public Result invoke(Invocation invocation) {
            return answer.apply(invocation);
        }

        @Override
        public URL getUrl() {
            return url;
        }

        @Override
        public boolean isAvailable() {
            return true;
        }

        @Override
        public void destroy() {}
    }
}
