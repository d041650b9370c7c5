package io.github.dubboext.benchmarks.lb;

import io.github.dubboext.benchmarks.StubInvoker;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.dubbo.common.URL;
import org.apache.dubbo.rpc.AppResponse;
import org.apache.dubbo.rpc.AsyncRpcResult;
import org.apache.dubbo.rpc.Filter;
import org.apache.dubbo.rpc.Invocation;
import org.apache.dubbo.rpc.Invoker;
import org.apache.dubbo.rpc.Result;
import org.apache.dubbo.rpc.RpcInvocation;
import org.apache.dubbo.rpc.cluster.LoadBalance;
import org.apache.dubbo.rpc.model.ApplicationModel;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What counting a call costs, in front of a provider that answers at once: {@code none} is the provider alone,
 * {@code clock} a filter that reads the clock twice and registers one completion callback, {@code counting} ours for a call
 * that leastrequest has chosen the provider for, {@code idle} ours for any other call.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class CountBenchmark {

    @Param({"none", "clock", "counting", "idle"})
    String filter;

    private Filter subject;
    private Invoker<Object> provider;
    private RpcInvocation invocation;

    /** What the clock filter measured last; read by nobody, but kept. */
    long lastNanos;

    @Setup
    public void load() {
        ProviderList providers = new ProviderList(3);
        invocation = ProviderList.call();
        ApplicationModel application = ApplicationModel.defaultModel();
        List<Invoker<Object>> list = providers.next();
        Invoker<Object> chosen = list.get(0);
        if (filter.equals("counting")) {
            chosen = application
                    .getExtensionLoader(LoadBalance.class)
                    .getExtension("leastrequest")
                    .select(list, ProviderList.CONSUMER, invocation);
        }
        provider = new Answering(chosen.getUrl());
        subject = switch (filter) {
            case "none" -> Invoker::invoke;
            case "clock" -> this::clock;
            default ->
                application.getDefaultModule().getExtensionLoader(Filter.class).getExtension("lb-call-stats");
        };
    }

    private Result clock(Invoker<?> invoker, Invocation call) {
        long began = System.nanoTime();
        Result result = invoker.invoke(call);
        result.whenCompleteWithContext((value, thrown) -> lastNanos = System.nanoTime() - began);
        return result;
    }

    @Benchmark
    public Result call() {
        return subject.invoke(provider, invocation);
    }

    private static final class Answering extends StubInvoker<Object> {
        Answering(URL url) {
            super(Object.class, url);
        }

        @Override
        public Result invoke(Invocation call) {
            return new AsyncRpcResult(CompletableFuture.completedFuture(new AppResponse("x")), call);
        }
    }
}
