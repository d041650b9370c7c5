package io.github.dubboext.matrix;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.dubbo.rpc.RpcContext;

/** A service whose calls stay inside while it is shut, and which counts those that are. Thread-safe. */
final class Gate implements Probe {
    private final AtomicInteger inside = new AtomicInteger();
    private final AtomicInteger peak = new AtomicInteger();
    private volatile CompletableFuture<Void> open = CompletableFuture.completedFuture(null);

    void shut() {
        open = new CompletableFuture<>();
    }

    void open() {
        open.complete(null);
    }

    int inside() {
        return inside.get();
    }

    /** The most calls that were inside at the same moment since this was last asked. */
    int peak() {
        return peak.getAndSet(0);
    }

    @Override
    public int call(String key) {
        int port = enter();
        open.join();
        inside.decrementAndGet();
        return port;
    }

    @Override
    public CompletableFuture<Integer> later(String key) {
        int port = enter();
        return open.thenApply(nothing -> {
            inside.decrementAndGet();
            return port;
        });
    }

    @SuppressWarnings("deprecation") // the way that 2.7 has as well
    private int enter() {
        peak.accumulateAndGet(inside.incrementAndGet(), Math::max);
        return RpcContext.getContext().getLocalPort();
    }
}
