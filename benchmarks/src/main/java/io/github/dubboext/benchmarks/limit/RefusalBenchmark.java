package io.github.dubboext.benchmarks.limit;

import io.github.dubboext.limit.dubbo.RefusalListener;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.dubbo.common.URL;
import org.apache.dubbo.rpc.AsyncRpcResult;
import org.apache.dubbo.rpc.Filter;
import org.apache.dubbo.rpc.Invocation;
import org.apache.dubbo.rpc.Invoker;
import org.apache.dubbo.rpc.Result;
import org.apache.dubbo.rpc.RpcException;
import org.apache.dubbo.rpc.RpcInvocation;
import org.apache.dubbo.rpc.filter.ExceptionFilter;
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
 * A refused call with the exception filter where it stands in a real chain (outside Dubbo's limits, inside ours) and a
 * log that goes to a file.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 4, time = 1)
@Fork(2)
public class RefusalBenchmark {

    @Param({"executes-dubbo", "executes-ours", "executes-ours-result", "tps-dubbo", "tps-strict"})
    public String filter;

    private Invoker<Chains.Work> chain;

    @State(Scope.Thread)
    public static class Caller {
        final RpcInvocation call = Chains.call();
    }

    @Setup
    public void build() {
        URL url = Chains.url(
                "tps=1&tps.interval=86400000&executes=1" + (filter.endsWith("result") ? "&limit.refuse=result" : ""));
        String name = filter.replace("-result", "");
        Filter limit = AdmissionBenchmark.filterOf(name);
        Filter exceptions = new ExceptionFilter();
        Filter listener = new RefusalListener();
        chain = name.endsWith("dubbo")
                ? Chains.of(url, Chains::answer, exceptions, limit)
                : Chains.of(url, Chains::answer, listener, limit, exceptions);
        // One call that never ends, or the one call of the day, makes all the others find it full.
        if (name.startsWith("executes")) {
            Invoker<Chains.Work> holder = name.endsWith("dubbo")
                    ? Chains.of(url, RefusalBenchmark::pending, exceptions, limit)
                    : Chains.of(url, RefusalBenchmark::pending, listener, limit, exceptions);
            holder.invoke(Chains.call());
        } else {
            chain.invoke(Chains.call());
        }
    }

    private static Result pending(Invocation call) {
        return new AsyncRpcResult(new CompletableFuture<>(), call);
    }

    @Benchmark
    public Object refused(Caller caller) {
        try {
            return chain.invoke(caller.call);
        } catch (RpcException e) {
            return e;
        }
    }
}
