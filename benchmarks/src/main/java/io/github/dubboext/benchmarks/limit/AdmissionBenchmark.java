package io.github.dubboext.benchmarks.limit;

import io.github.dubboext.limit.ActiveLimitFilter;
import io.github.dubboext.limit.ExecuteLimitFilter;
import io.github.dubboext.limit.TpsLimitFilter;
import java.util.concurrent.TimeUnit;
import org.apache.dubbo.common.URL;
import org.apache.dubbo.rpc.Filter;
import org.apache.dubbo.rpc.Invoker;
import org.apache.dubbo.rpc.Result;
import org.apache.dubbo.rpc.RpcInvocation;
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
 * An admitted call through one limit filter in Dubbo's own chain, against Dubbo's filter in the same chain and against
 * a filter that does nothing: what a limit costs is the difference to {@code none}.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class AdmissionBenchmark {

    @Param({
        "none",
        "executes-dubbo",
        "executes-ours",
        "actives-dubbo",
        "actives-ours",
        "tps-dubbo",
        "tps-strict",
        "tps-bucket"
    })
    public String filter;

    private Invoker<Chains.Work> chain;

    @State(Scope.Thread)
    public static class Caller {
        final RpcInvocation call = Chains.call();
    }

    @Setup
    public void build() {
        // Far above what a benchmark reaches, so that every call is admitted, and with a window that it outlives.
        String rate = "tps=" + (filter.equals("tps-strict") ? "65536&tps.interval=1" : "2000000000&tps.interval=1000");
        URL url = Chains.url("executes=1000&actives=1000&timeout=1000&" + rate
                + (filter.equals("tps-bucket") ? "&tps.mode=bucket&tps.burst=1000000" : ""));
        chain = Chains.of(url, Chains::answer, filterOf(filter));
    }

    static Filter filterOf(String name) {
        return switch (name) {
            case "executes-dubbo" -> new org.apache.dubbo.rpc.filter.ExecuteLimitFilter();
            case "executes-ours" -> new ExecuteLimitFilter();
            case "actives-dubbo" -> new org.apache.dubbo.rpc.filter.ActiveLimitFilter();
            case "actives-ours" -> new ActiveLimitFilter();
            case "tps-dubbo" -> new org.apache.dubbo.rpc.filter.TpsLimitFilter();
            case "tps-strict", "tps-bucket" -> new TpsLimitFilter();
            default -> (next, call) -> next.invoke(call);
        };
    }

    @Benchmark
    public Result admitted(Caller caller) {
        return chain.invoke(caller.call);
    }
}
