package io.github.dubboext.limit.sockets;

import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.dubbo.common.stream.StreamObserver;
import org.apache.dubbo.rpc.AsyncContext;
import org.apache.dubbo.rpc.RpcContext;
import org.apache.dubbo.rpc.RpcException;

/** Ends calls as told; "hold" ends with {@link #letGo}. */
final class TrialImpl implements Trial {

    /** Calls inside the service now, the limits' own counters apart. */
    final AtomicInteger inside = new AtomicInteger();

    /** Calls "one-way" that were there and are gone. */
    final AtomicInteger oneWays = new AtomicInteger();

    private final Queue<CompletableFuture<String>> never = new ConcurrentLinkedQueue<>();
    private volatile CompletableFuture<String> gate = new CompletableFuture<>();

    void letGo() {
        CompletableFuture<String> old = gate;
        gate = new CompletableFuture<>();
        old.complete("held");
    }

    /** Completes what nobody would have: the provider has no timeout of its own. */
    void endNever() {
        never.forEach(future -> future.complete("at last"));
        never.clear();
    }

    @Override
    public String sync(String mode) {
        // Before anybody can see this call inside and open the gate for it.
        CompletableFuture<String> hold = gate;
        inside.incrementAndGet();
        try {
            return switch (mode) {
                case "business" -> throw new IllegalStateException("business");
                case "rpc" -> throw new RpcException(RpcException.LIMIT_EXCEEDED_EXCEPTION, "thrown by the service");
                case "error" -> throw new StackOverflowError("deep");
                case "hold" -> hold.get(20, TimeUnit.SECONDS);
                case "slow" -> {
                    boolean unused = new CountDownLatch(1).await(400, TimeUnit.MILLISECONDS);
                    yield "slow";
                }
                default -> mode;
            };
        } catch (InterruptedException
                | java.util.concurrent.ExecutionException
                | java.util.concurrent.TimeoutException e) {
            throw new IllegalStateException(e);
        } finally {
            inside.decrementAndGet();
            if (mode.equals("one-way")) {
                oneWays.incrementAndGet();
            }
        }
    }

    @Override
    public String later(String mode) {
        if (mode.equals("rpc") || mode.equals("error")) {
            return sync(mode);
        }
        AsyncContext context = RpcContext.startAsync();
        CompletableFuture<Void> unused = future(mode).handle((value, error) -> {
            context.write(error == null ? value : error);
            return null;
        });
        return null;
    }

    @Override
    public CompletableFuture<String> future(String mode) {
        return switch (mode) {
            case "hold" -> {
                CompletableFuture<String> hold = gate;
                inside.incrementAndGet();
                yield hold.thenApply(value -> {
                    inside.decrementAndGet();
                    return value;
                });
            }
            case "never" -> {
                CompletableFuture<String> future = new CompletableFuture<>();
                never.add(future);
                yield future;
            }
            case "rpc", "error" -> CompletableFuture.completedFuture(sync(mode));
            default -> CompletableFuture.supplyAsync(() -> sync(mode));
        };
    }

    @Override
    public void stream(String mode, StreamObserver<String> answers) {
        answers.onNext(mode);
        if (mode.equals("error")) {
            answers.onError(new IllegalStateException("stream"));
        } else {
            answers.onCompleted();
        }
    }
}
