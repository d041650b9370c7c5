package io.github.dubboext.limit.dubbo;

import io.github.dubboext.limit.core.ConcurrencyLimiter;
import io.github.dubboext.limit.core.Permit;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import org.apache.dubbo.rpc.AppResponse;
import org.apache.dubbo.rpc.AsyncRpcResult;
import org.apache.dubbo.rpc.Invocation;
import org.apache.dubbo.rpc.Invoker;
import org.apache.dubbo.rpc.Result;
import org.apache.dubbo.rpc.RpcStatus;

/**
 * The permit of one pass through the filter, tied to the result of that pass. It lives in this closure only: no
 * attribute of the invocation, which forked calls and retries share, and no filter listener, which Dubbo calls for
 * filters that were never reached and does not call after an {@code Error}.
 */
final class CallPermit extends Permit implements BiConsumer<Result, Throwable> {

    private final ConcurrencyGate gate;
    private final StatusUrl status;
    private boolean begun;

    /** Wraps a permit that {@code limiter} has just granted. */
    CallPermit(ConcurrencyGate gate, ConcurrencyLimiter limiter, StatusUrl status) {
        super(limiter, gate.clock.nanoTime());
        this.gate = gate;
        this.status = status;
    }

    /** Runs the call; the permit is back when its result is complete, or when this method throws. */
    Result run(Invoker<?> next, Invocation invocation) {
        try {
            begun = RpcStatus.beginCount(status, gate.key.method(), 0);
            Result result = onThisThread(next, invocation);
            if (result instanceof AsyncRpcResult) {
                CompletableFuture<AppResponse> future = ((AsyncRpcResult) result).getResponseFuture();
                if (!future.isDone()) {
                    if (gate.watched()) {
                        watch();
                    }
                    // The first registration, so the permit is back before any listener runs or the reply is written.
                    result.whenCompleteWithContext(this);
                } else if (future.isCompletedExceptionally()) {
                    end(true);
                } else {
                    accept(future.join(), null);
                }
            } else {
                // Dubbo's chain will not accept it, or it is an AppResponse, which is complete.
                end(result == null || result.hasException());
            }
            return result;
        } catch (Throwable e) {
            end(true);
            throw e;
        }
    }

    private Result onThisThread(Invoker<?> next, Invocation invocation) {
        int place = gate.running.enter(startNanos());
        try {
            return next.invoke(invocation);
        } finally {
            gate.running.leave(place);
        }
    }

    @Override
    public void accept(Result response, Throwable error) {
        end(error != null || response == null || response.hasException());
    }

    boolean isOf(ConcurrencyGate that) {
        return gate == that;
    }

    /** Takes the permit from a call that seems lost; its end, should it come, changes nothing. */
    boolean reclaim() {
        return end(true);
    }

    private boolean end(boolean failed) {
        if (!release()) {
            return false;
        }
        if (begun) {
            long elapsedMillis = (gate.clock.nanoTime() - startNanos()) / 1_000_000;
            RpcStatus.endCount(status, gate.key.method(), elapsedMillis, !failed);
        }
        return true;
    }
}
