package io.github.dubboext.benchmarks.lb;

import io.github.dubboext.lb.pick.KeyHash;
import java.util.List;
import java.util.concurrent.TimeUnit;
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
 * What one {@code select} by key costs, ours and Dubbo's, on the list that Dubbo hands over and with another key each time;
 * {@code weightedrandom}, which looks at no key, for comparison. Hashing the key by itself is beside it.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class HashBenchmark {
    private static final int KEYS = 1 << 14;

    @Param({"10", "100", "1000"})
    int n;

    @Param({"consistenthash", "ringhash", "maglev", "weightedrandom"})
    String loadbalance;

    private LoadBalance subject;
    private ProviderList providers;
    private RpcInvocation[] calls;

    @Setup
    public void load() {
        providers = new ProviderList(n);
        subject = ApplicationModel.defaultModel()
                .getExtensionLoader(LoadBalance.class)
                .getExtension(loadbalance);
        calls = new RpcInvocation[KEYS];
        for (int i = 0; i < KEYS; i++) {
            calls[i] = ProviderList.call(Keys.key(i));
        }
    }

    /** One list for each thread. */
    @State(Scope.Thread)
    public static class Call {
        List<Invoker<Object>> list;
        int next;

        @Setup(Level.Iteration)
        public void make(HashBenchmark benchmark) {
            list = benchmark.providers.next();
        }
    }

    @Benchmark
    public Invoker<Object> select(Call call) {
        return subject.select(call.list, ProviderList.CONSUMER, calls[call.next++ & KEYS - 1]);
    }

    /** The hash of the key without a selection. */
    @State(Scope.Thread)
    public static class Keys {
        private final String[] keys = new String[KEYS];
        int next;

        static String key(int i) {
            return "user-" + i * 7_919;
        }

        @Setup
        public void make() {
            for (int i = 0; i < KEYS; i++) {
                keys[i] = key(i);
            }
        }

        String next() {
            return keys[next++ & KEYS - 1];
        }
    }

    @State(Scope.Thread)
    @BenchmarkMode(Mode.AverageTime)
    @OutputTimeUnit(TimeUnit.NANOSECONDS)
    @Warmup(iterations = 3, time = 1)
    @Measurement(iterations = 5, time = 1)
    @Fork(2)
    public static class OfKey {

        @Benchmark
        public long mix64(Keys keys) {
            return KeyHash.of(keys.next(), 2);
        }

        @Benchmark
        public long md5(Keys keys) {
            return KeyHash.md5(keys.next());
        }
    }
}
