package io.github.dubboext.limit.dubbo;

import io.github.dubboext.limit.core.ConcurrencyLimiter.Outcome;
import io.github.dubboext.limit.core.Waiter;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.dubbo.rpc.AppResponse;
import org.apache.dubbo.rpc.AsyncRpcResult;
import org.apache.dubbo.rpc.Result;
import org.apache.dubbo.rpc.RpcException;
import org.apache.dubbo.rpc.protocol.dubbo.FutureAdapter;

/**
 * An asynchronous call in line for a permit, without a thread. It runs on a thread of {@link Background}, never on that
 * of whoever released the permit, with the {@code RpcContext} of its caller.
 */
final class AsyncWait extends Waiter {

    private final ActiveGate gate;
    private final Refusal refusal;
    private final Attempt attempt;
    private final StatusUrl status;
    private final long startNanos;
    /** Completed when the wait is over; carries the caller's context to the thread that completes it. */
    private final CompletableFuture<AppResponse> trigger = new CompletableFuture<>();
    /** What the caller's future hangs on. */
    private final CompletableFuture<AppResponse> answer = new CompletableFuture<>();
    /** Two things must have happened before the call may run: begin() is through, and the wait is over. */
    private final AtomicInteger arrived = new AtomicInteger();

    private volatile Outcome outcome;
    private volatile Future<?> timer;

    AsyncWait(ActiveGate gate, Refusal refusal, Attempt attempt, StatusUrl status, long startNanos) {
        super(gate.waitLimit);
        this.gate = gate;
        this.refusal = refusal;
        this.attempt = attempt;
        this.status = status;
        this.startNanos = startNanos;
    }

    /** Queues up and returns the unfinished result, or throws if there is no room. */
    Result begin(int queueMax) {
        if (!gate.limiter.enqueue(this, queueMax)) {
            throw gate.failure(Outcome.QUEUE_FULL, refusal, 0, startNanos);
        }
        try {
            return line();
        } catch (Throwable e) {
            // It will never run, as without memory for the timer's thread.
            gate.limiter.abandon(this);
            throw e;
        }
    }

    private Result line() {
        // Stores the caller's context, and on Dubbo 3 clears it on this thread, as for any asynchronous call.
        AsyncRpcResult result = new AsyncRpcResult(trigger, attempt.invocation());
        result.whenCompleteWithContext((response, error) -> proceed());
        result.setResponseFuture(answer);
        // Dubbo's proxies hand out the future of the context.
        Since3.setFuture(new FutureAdapter<>(answer));
        CompletableFuture<AppResponse> unused = answer.whenComplete((response, error) -> leaveIfCancelled());
        timer = Background.after(attempt.deadlineNanos() - gate.clock.nanoTime(), this::timeOut);
        arrive();
        return result;
    }

    @Override
    protected void signal(boolean granted) {
        end(granted ? Outcome.GRANTED : Outcome.CLOSED);
    }

    private void timeOut() {
        if (gate.limiter.cancel(this)) {
            end(Outcome.TIMED_OUT);
        }
    }

    /** A caller that does not want the answer any more needs no permit. */
    private void leaveIfCancelled() {
        if (answer.isCancelled() && gate.limiter.cancel(this)) {
            end(Outcome.CLOSED);
        }
    }

    private void end(Outcome how) {
        outcome = how;
        arrive();
    }

    private void arrive() {
        if (arrived.incrementAndGet() == 2) {
            Background.run(() -> trigger.complete(null));
        }
    }

    private void proceed() {
        timer.cancel(false);
        long now = gate.clock.nanoTime();
        gate.limiter.counters().waited(now - startNanos);
        Outcome how = outcome;
        if (how == Outcome.GRANTED && !attempt.hasTimeLeft(now)) {
            gate.limiter.release();
            how = Outcome.TIMED_OUT;
        }
        if (how != Outcome.GRANTED) {
            answer.completeExceptionally(gate.failure(how, refusal, now - startNanos, now));
            return;
        }
        try {
            follow(attempt.runElsewhere(gate.permit(status), now));
        } catch (Throwable e) {
            answer.completeExceptionally(e);
        }
    }

    private void follow(Result result) {
        if (result instanceof AsyncRpcResult) {
            CompletableFuture<AppResponse> called = ((AsyncRpcResult) result).getResponseFuture();
            CompletableFuture<AppResponse> unused = called.whenComplete((response, error) -> {
                if (error != null) {
                    answer.completeExceptionally(error);
                } else {
                    answer.complete(response);
                }
            });
        } else {
            answer.completeExceptionally(new RpcException("No usable result of " + gate.key + ": " + result));
        }
    }
}
