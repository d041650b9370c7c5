package io.github.dubboext.limit.dubbo;

import io.github.dubboext.limit.core.Permit;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import org.apache.dubbo.rpc.AppResponse;
import org.apache.dubbo.rpc.AsyncRpcResult;
import org.apache.dubbo.rpc.Invocation;
import org.apache.dubbo.rpc.Invoker;
import org.apache.dubbo.rpc.Result;
import org.apache.dubbo.rpc.RpcException;
import org.apache.dubbo.rpc.RpcStatus;

/**
 * The permit of one pass through the filter, tied to the result of that pass. It lives in this closure only: no
 * attribute of the invocation, which forked calls and retries share, and no filter listener, which Dubbo calls for
 * filters that were never reached and does not call after an {@code Error}.
 */
final class CallPermit extends Permit implements BiConsumer<Result, Throwable> {

    private final MethodGate gate;
    private final boolean counted;

    /** Also begins the count of this call in {@code RpcStatus}. */
    CallPermit(MethodGate gate, long startNanos) {
        super(gate.limiter(), startNanos);
        this.gate = gate;
        this.counted = RpcStatus.beginCount(gate.statusUrl(), gate.statusMethod(), 0);
    }

    /** Runs the call; the permit is back when its result is complete, or when this method throws. */
    Result run(Invoker<?> next, Invocation invocation) {
        Result result;
        try {
            result = next.invoke(invocation);
            if (result instanceof AsyncRpcResult) {
                CompletableFuture<AppResponse> future = ((AsyncRpcResult) result).getResponseFuture();
                if (!future.isDone()) {
                    // The first registration, so the permit is back before any listener runs or the reply is written.
                    result.whenCompleteWithContext(this);
                } else if (future.isCompletedExceptionally()) {
                    end(true);
                } else {
                    accept(future.join(), null);
                }
            } else {
                end(result == null || result.hasException());
            }
        } catch (RuntimeException | Error e) {
            end(true);
            throw e;
        } catch (Throwable e) {
            end(true);
            throw new RpcException("Unexpected checked exception: " + e.getMessage(), e);
        }
        return result;
    }

    @Override
    public void accept(Result response, Throwable error) {
        end(error != null || response == null || response.hasException());
    }

    private void end(boolean failed) {
        if (release() && counted) {
            long elapsedMillis = (gate.nanoTime() - startNanos()) / 1_000_000;
            RpcStatus.endCount(gate.statusUrl(), gate.statusMethod(), elapsedMillis, !failed);
        }
    }
}
