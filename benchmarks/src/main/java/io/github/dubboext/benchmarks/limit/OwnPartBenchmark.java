package io.github.dubboext.benchmarks.limit;

import io.github.dubboext.limit.core.ConcurrencyLimiter;
import io.github.dubboext.limit.core.Limit;
import io.github.dubboext.limit.core.Permit;
import io.github.dubboext.limit.core.RunningCalls;
import java.util.concurrent.TimeUnit;
import org.apache.dubbo.common.URL;
import org.apache.dubbo.rpc.RpcStatus;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The part of an admission that is ours alone, without clock and {@code RpcStatus}, and what Dubbo has instead. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class OwnPartBenchmark {

    private final ConcurrencyLimiter limiter = new ConcurrencyLimiter(1_000);
    private final RunningCalls running = new RunningCalls(1_000);
    private final Limit limit = new Limit(1_000);
    private final URL url = Chains.url("executes=1000");

    private static final class Own extends Permit {
        Own(ConcurrencyLimiter limiter) {
            super(limiter, 1);
        }
    }

    @Benchmark
    public boolean ours() {
        if (!limiter.tryAcquire(limit)) {
            return false;
        }
        limiter.counters().admit();
        Own permit = new Own(limiter);
        running.leave(running.enter(permit.startNanos()));
        return permit.release();
    }

    @Benchmark
    public boolean dubboRpcStatus() {
        boolean begun = RpcStatus.beginCount(url, "work", 1_000);
        RpcStatus.endCount(url, "work", 0, true);
        return begun;
    }
}
