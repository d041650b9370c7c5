package io.github.dubboext.lb.dubbo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dubboext.lb.env.ScriptedEnv;
import io.github.dubboext.lb.stats.MethodStats;
import io.github.dubboext.lb.stats.ProviderStats;
import java.io.IOException;
import java.util.HashMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.dubbo.common.URL;
import org.apache.dubbo.common.stream.StreamObserver;
import org.apache.dubbo.remoting.RemotingException;
import org.apache.dubbo.rpc.AppResponse;
import org.apache.dubbo.rpc.AsyncRpcResult;
import org.apache.dubbo.rpc.Invocation;
import org.apache.dubbo.rpc.Invoker;
import org.apache.dubbo.rpc.Result;
import org.apache.dubbo.rpc.RpcException;
import org.apache.dubbo.rpc.RpcInvocation;
import org.apache.dubbo.rpc.StatusRpcException;
import org.apache.dubbo.rpc.TriRpcStatus;
import org.apache.dubbo.rpc.protocol.dubbo.FutureAdapter;
import org.apache.dubbo.rpc.service.GenericException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CallStatsFilterTest {
    private static final URL PROVIDER = Invokers.url(1, "");
    private static final float MILLI = 1_000_000;

    /** The method that is called declares an unchecked exception as well. */
    public interface Orders {
        String getOrder(Long id) throws IOException, UnsupportedOperationException;

        void watch(Long id, StreamObserver<String> observer);
    }

    private final ScriptedEnv env = new ScriptedEnv(1);
    private final MethodStats stats = new MethodStats();
    private final ProviderStats provider = stats.of(PROVIDER.getAddress(), 0);
    private final CallStatsFilter filter = new CallStatsFilter(env);

    private static RpcInvocation call() {
        return new RpcInvocation(
                null, "getOrder", Invokers.SERVICE, "", new Class<?>[] {Long.class}, new Object[] {4711L});
    }

    private RpcInvocation counted(String parameters) {
        RpcInvocation invocation = call();
        leaveCount(invocation, parameters);
        return invocation;
    }

    private void leaveCount(RpcInvocation invocation, String parameters) {
        URL url = Invokers.url(1, "timeout=700" + parameters);
        CallCount.read(Parameters.ofMethod(url, "getOrder", new Warnings(), new HashMap<>()), stats)
                .leaveIn(invocation);
    }

    private static Invoker<Orders> invoker(URL url, Supplier<Result> answer) {
        return new Invoker<>() {
            @Override
            public Class<Orders> getInterface() {
                return Orders.class;
            }

            @Override
            public Result invoke(Invocation invocation) {
                return answer.get();
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
        };
    }

    /** One attempt that takes 50 ms and ends as {@code answer} says. */
    private void attempt(RpcInvocation invocation, Supplier<Result> answer) {
        Invoker<Orders> next = invoker(PROVIDER, () -> {
            assertThat(provider.inFlight()).isEqualTo(1);
            env.passMillis(50);
            return answer.get();
        });
        try {
            filter.invoke(next, invocation);
        } catch (RpcException | Error e) {
            assertThat(provider.inFlight()).isZero(); // and thrown on
        }
        assertThat(provider.inFlight()).isZero();
    }

    private float estimateMillis() {
        return provider.estimateNanos(env.nanoTime()) / MILLI;
    }

    private Result value(Object value) {
        return AsyncRpcResult.newDefaultAsyncResult(value, call());
    }

    private static Result exception(Throwable e) {
        return AsyncRpcResult.newDefaultAsyncResult(e, call());
    }

    private static Result failedFuture(Throwable e) {
        CompletableFuture<AppResponse> future = new CompletableFuture<>();
        future.completeExceptionally(e);
        return new AsyncRpcResult(future, call());
    }

    @Test
    void notMarked_isPassedOn_andNotCounted() {
        Result result = value("x");
        Invoker<Orders> next = invoker(PROVIDER, () -> {
            assertThat(provider.inFlight()).isZero();
            return result;
        });
        assertThat(filter.invoke(next, call())).isSameAs(result);
        assertThat(estimateMillis()).isZero();
    }

    @Test
    void anotherProviderThanThoseKnown_isPassedOn_andNotCounted() {
        Result result = value("x");
        assertThat(filter.invoke(invoker(Invokers.url(2, ""), () -> result), counted("")))
                .isSameAs(result);
        assertThat(stats.size()).isEqualTo(1);
    }

    @Test
    void value_isAnAnswer() {
        attempt(counted(""), () -> value("x"));
        assertThat(estimateMillis()).isEqualTo(50);
        assertThat(provider.failures()).isZero();
    }

    @Test
    void asynchronous_countsUntilTheFutureIsComplete() {
        CompletableFuture<AppResponse> future = new CompletableFuture<>();
        filter.invoke(invoker(PROVIDER, () -> new AsyncRpcResult(future, call())), counted(""));
        assertThat(provider.inFlight()).isEqualTo(1);
        env.passMillis(80);
        future.complete(new AppResponse("x"));
        assertThat(provider.inFlight()).isZero();
        assertThat(estimateMillis()).isEqualTo(80);
    }

    @Test
    void oneInvocationOnTwoProviders_countsEachOnItsOwn() {
        ProviderStats other = stats.of("10.0.0.2:20880", 0);
        CompletableFuture<AppResponse> first = new CompletableFuture<>();
        CompletableFuture<AppResponse> second = new CompletableFuture<>();
        RpcInvocation shared = counted(""); // as forking does
        filter.invoke(invoker(PROVIDER, () -> new AsyncRpcResult(first, shared)), shared);
        filter.invoke(invoker(Invokers.url(2, ""), () -> new AsyncRpcResult(second, shared)), shared);
        assertThat(provider.inFlight()).isEqualTo(1);
        assertThat(other.inFlight()).isEqualTo(1);
        second.complete(new AppResponse("x"));
        assertThat(provider.inFlight()).isEqualTo(1);
        assertThat(other.inFlight()).isZero();
        first.complete(new AppResponse("x"));
        assertThat(provider.inFlight()).isZero();
    }

    @Test
    void calledTwiceByAFilterOutside_countsTwo() {
        RpcInvocation invocation = counted("");
        attempt(invocation, () -> exception(new RpcException(RpcException.NETWORK_EXCEPTION, "gone")));
        attempt(invocation, () -> value("x"));
        assertThat(provider.failures()).isEqualTo(1);
    }

    static Stream<Throwable> answers() {
        return Stream.of(
                new IOException("declared"),
                new UnsupportedOperationException("declared, though unchecked"),
                new InterruptedException("checked, from a provider of another version"),
                new GenericException("com.acme.OrderNotFound", "a name is all there is"),
                new GenericException("java.io.IOException", "checked"));
    }

    @ParameterizedTest
    @MethodSource("answers")
    void declaredOrCheckedException_isAnAnswer(Throwable e) {
        attempt(counted(""), () -> exception(e));
        assertThat(provider.failures()).isZero();
        assertThat(estimateMillis()).isEqualTo(50);
    }

    static Stream<Throwable> failures() {
        return Stream.of(
                new IllegalStateException("undeclared"),
                new StackOverflowError("undeclared"),
                new Exception("an Error, over triple"),
                new GenericException("java.lang.NullPointerException", "unchecked"),
                new GenericException(RpcException.class.getName(), "refused"),
                new RpcException(RpcException.LIMIT_EXCEEDED_EXCEPTION, "full"),
                new RpcException(RpcException.NETWORK_EXCEPTION, "thread pool exhausted"),
                new RpcException("unknown", new ExecutionException(new RpcException(7, "full"))),
                new RemotingException(null, null, "channel closed"),
                new StatusRpcException(TriRpcStatus.UNAVAILABLE));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void failure_inTheResultOrThrownOrInTheFuture_isChargedWithTheTimeout(Throwable e) {
        attempt(counted(""), () -> exception(e));
        assertThat(provider.failures()).isEqualTo(1);
        assertThat(estimateMillis()).isEqualTo(700);
        assertThat(provider.busy(env.nanoTime())).isZero();
        attempt(counted(""), () -> failedFuture(e));
        attempt(counted(""), () -> failedFuture(new CompletionException(e)));
        assertThat(provider.failures()).isEqualTo(3);
        if (e instanceof RpcException thrown) {
            attempt(counted(""), () -> {
                throw thrown;
            });
            assertThat(provider.failures()).isEqualTo(4);
        }
    }

    static Stream<Throwable> timeouts() {
        return Stream.of(
                new RpcException(RpcException.TIMEOUT_EXCEPTION, "timeout"),
                new StatusRpcException(TriRpcStatus.DEADLINE_EXCEEDED),
                new org.apache.dubbo.remoting.TimeoutException(false, null, null, "timeout"),
                new java.util.concurrent.TimeoutException());
    }

    @ParameterizedTest
    @MethodSource("timeouts")
    void timeout_weighsOnAfterItsEnd(Throwable e) {
        attempt(counted(""), () -> failedFuture(new CompletionException(e)));
        assertThat(provider.failures()).isEqualTo(1);
        assertThat(provider.busy(env.nanoTime())).isEqualTo(1);
        env.passMillis(1_000);
        assertThat(provider.busy(env.nanoTime())).isZero();
    }

    @Test
    void error_thrown_isAFailure_andThrownOn() {
        Invoker<Orders> next = invoker(PROVIDER, () -> {
            throw new AssertionError("below");
        });
        assertThatThrownBy(() -> filter.invoke(next, counted(""))).isInstanceOf(AssertionError.class);
        assertThat(provider.inFlight()).isZero();
        assertThat(provider.failures()).isEqualTo(1);
    }

    @Test
    void undeclared_switchedOff_isAnAnswer() {
        attempt(counted("&failure.undeclared=false"), () -> exception(new IllegalStateException("undeclared")));
        assertThat(provider.failures()).isZero();
        attempt(counted("&failure.undeclared=false"), () -> exception(new RpcException(7, "full")));
        assertThat(provider.failures()).isEqualTo(1);
    }

    @Test
    void interruptedCaller_saysNothingAboutTheProvider() {
        attempt(counted(""), () -> {
            throw new RpcException("Interrupted unexpectedly", new InterruptedException());
        });
        assertThat(provider.failures()).isZero();
        assertThat(estimateMillis()).isZero();
    }

    @Test
    void cancelledByTheCaller_saysNothingAboutTheProvider() {
        CompletableFuture<AppResponse> future = new CompletableFuture<>();
        attempt(counted(""), () -> {
            AsyncRpcResult result = new AsyncRpcResult(future, call());
            new FutureAdapter<>(future).cancel(true); // what RpcContext.getFuture() is
            return result;
        });
        attempt(counted(""), () -> failedFuture(new CompletionException(new CancellationException())));
        assertThat(provider.failures()).isZero();
        assertThat(estimateMillis()).isZero();
        attempt(counted(""), () -> exception(new CancellationException("thrown by the provider")));
        assertThat(provider.failures()).isEqualTo(1);
    }

    @Test
    void oneWay_countsButTeachesNothing() {
        attempt(counted("&getOrder.return=false"), () -> value(null));
        RpcInvocation byAttachment = counted("");
        byAttachment.setAttachment("return", "false");
        attempt(byAttachment, () -> value(null));
        assertThat(estimateMillis()).isZero();
    }

    @Test
    void stream_countsButTeachesNothing() {
        RpcInvocation watch = new RpcInvocation(
                null, "watch", Invokers.SERVICE, "", new Class<?>[] {Long.class, StreamObserver.class}, new Object[2]);
        leaveCount(watch, "");
        attempt(watch, () -> value(null));
        assertThat(estimateMillis()).isZero();
    }

    @Test
    void resultsOfOtherKinds_endTheCallToo() {
        attempt(counted(""), () -> null);
        assertThat(estimateMillis()).isZero();
        attempt(counted(""), () -> new AppResponse("x"));
        assertThat(estimateMillis()).isEqualTo(50);
        attempt(counted(""), () -> new AppResponse(new RpcException(7, "full")));
        assertThat(provider.failures()).isEqualTo(1);
    }
}
