package io.github.dubboext.benchmarks.lb;

import io.github.dubboext.benchmarks.StubInvoker;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.apache.dubbo.common.URL;
import org.apache.dubbo.common.constants.CommonConstants;
import org.apache.dubbo.rpc.AsyncRpcResult;
import org.apache.dubbo.rpc.Invocation;
import org.apache.dubbo.rpc.Invoker;
import org.apache.dubbo.rpc.ProxyFactory;
import org.apache.dubbo.rpc.Result;
import org.apache.dubbo.rpc.cluster.Cluster;
import org.apache.dubbo.rpc.cluster.LoadBalance;
import org.apache.dubbo.rpc.cluster.directory.StaticDirectory;
import org.apache.dubbo.rpc.cluster.filter.FilterChainBuilder;
import org.apache.dubbo.rpc.model.ApplicationModel;
import org.apache.dubbo.rpc.model.ConsumerModel;
import org.apache.dubbo.rpc.model.ModuleModel;
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
 * A call from the consumer's proxy to a provider that answers at once, and back: proxy, mock, cluster filters, router chain,
 * failover, selection, the filters in front of the provider. What is not there is the network. {@code first} takes the first
 * provider of the list, so the difference to it is what a strategy adds to everything that Dubbo does for a call (with what
 * its filter counts, if it has one).
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class InvocationBenchmark {

    @Param({"10", "1000"})
    int n;

    @Param({
        "first",
        "random",
        "weightedrandom",
        "roundrobin",
        "smoothroundrobin",
        "leastactive",
        "leastrequest",
        "shortestresponse",
        "adaptive",
        "ewma",
        "consistenthash",
        "ringhash",
        "maglev"
    })
    String loadbalance;

    private Orders orders;

    /** The service. */
    public interface Orders {
        String getOrder(long id);
    }

    @Setup
    public void refer() {
        ApplicationModel application = ApplicationModel.defaultModel();
        ModuleModel module = application.getDefaultModule();
        ConsumerModel consumer = new ConsumerModel(
                ProviderList.CONSUMER.getServiceKey(),
                null,
                module.getServiceRepository().registerService(Orders.class),
                module,
                null,
                null,
                Orders.class.getClassLoader());
        UnaryOperator<URL> ofConsumer = url -> url.setScopeModel(module).setServiceModel(consumer);
        FilterChainBuilder filters =
                application.getExtensionLoader(FilterChainBuilder.class).getDefaultExtension();
        List<Invoker<Orders>> invokers = new ArrayList<>();
        for (URL url : ProviderList.urls(n)) {
            invokers.add(filters.buildInvokerChain(
                    new Answering(ofConsumer.apply(url.addParameter("loadbalance", loadbalance))),
                    CommonConstants.REFERENCE_FILTER_KEY,
                    CommonConstants.CONSUMER));
        }
        StaticDirectory<Orders> directory = new StaticDirectory<>(ofConsumer.apply(ProviderList.CONSUMER), invokers);
        directory.buildRouterChain();
        Invoker<Orders> cluster = application
                .getExtensionLoader(Cluster.class)
                .getDefaultExtension()
                .join(directory, true);
        orders = application
                .getExtensionLoader(ProxyFactory.class)
                .getDefaultExtension()
                .getProxy(cluster);
    }

    @Benchmark
    public String call() {
        return orders.getOrder(4711L);
    }

    /** Not a strategy: always the first of the list. */
    public static final class First implements LoadBalance {
        @Override
        public <T> Invoker<T> select(List<Invoker<T>> invokers, URL url, Invocation invocation) {
            return invokers.get(0);
        }
    }

    private static final class Answering extends StubInvoker<Orders> {
        Answering(URL url) {
            super(Orders.class, url);
        }

        @Override
        public Result invoke(Invocation call) {
            return AsyncRpcResult.newDefaultAsyncResult("ok", call);
        }
    }
}
