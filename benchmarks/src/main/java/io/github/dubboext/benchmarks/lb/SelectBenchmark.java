package io.github.dubboext.benchmarks.lb;

import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.apache.dubbo.common.URL;
import org.apache.dubbo.common.extension.ExtensionLoader;
import org.apache.dubbo.rpc.Invocation;
import org.apache.dubbo.rpc.Invoker;
import org.apache.dubbo.rpc.RpcInvocation;
import org.apache.dubbo.rpc.cluster.LoadBalance;
import org.apache.dubbo.rpc.model.ApplicationModel;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What one {@code select} costs, ours and Dubbo's, on the list that Dubbo hands over. {@code floor} is no strategy but the
 * cheapest thing that picks at random from that list: {@code list.get(random)}.
 *
 * <p>Making the list is not part of it: it is made once for each thread, and its content does not change. (Whether it is a
 * new object each time makes no difference to any of these strategies.)
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class SelectBenchmark {

    @Param({"10", "100", "1000"})
    int n;

    @Param({"floor", "random", "weightedrandom", "roundrobin", "smoothroundrobin", "leastactive", "leastrequest", "ewma"
    })
    String loadbalance;

    private LoadBalance subject;
    private ProviderList providers;

    @Setup
    public void load() {
        providers = new ProviderList(n);
        ExtensionLoader<LoadBalance> loader = ApplicationModel.defaultModel().getExtensionLoader(LoadBalance.class);
        subject = loadbalance.equals("floor") ? new Floor() : loader.getExtension(loadbalance);
    }

    /** One list and one invocation for each thread, as each call has its own. */
    @State(Scope.Thread)
    public static class Call {
        List<Invoker<Object>> list;
        RpcInvocation invocation;

        @Setup(Level.Iteration)
        public void make(SelectBenchmark benchmark) {
            list = benchmark.providers.next();
            invocation = ProviderList.call();
        }
    }

    @Benchmark
    public Invoker<Object> select(Call call) {
        return subject.select(call.list, ProviderList.CONSUMER, call.invocation);
    }

    private static final class Floor implements LoadBalance {
        @Override
        public <T> Invoker<T> select(List<Invoker<T>> invokers, URL url, Invocation invocation) {
            return invokers.get(ThreadLocalRandom.current().nextInt(invokers.size()));
        }
    }
}
