package io.github.dubboext.limit.dubbo;

import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import org.apache.dubbo.rpc.AppResponse;
import org.apache.dubbo.rpc.AsyncRpcResult;
import org.apache.dubbo.rpc.Invocation;
import org.apache.dubbo.rpc.Result;
import org.apache.dubbo.rpc.RpcException;

/**
 * A refusal that is returned. Dubbo 3.0.5 and later calls the listeners of all filters for it, those inside ours that
 * it never reached first; among them the exception filter, which would write an ERROR with a stack. So the exception is
 * out of sight from the beginning of that walk until it comes to {@link RefusalListener}, just outside ours; the
 * listeners farther out, metrics among them, see it.
 *
 * <p>It is there before and after the walk in any case: without the listener, on 2.7 for instance, the refusal is only
 * less quiet, never a success.
 */
final class RefusedResult extends AsyncRpcResult {

    /** The answer of the refused call. */
    static final class Answer extends AppResponse {

        private static final long serialVersionUID = 1L;

        private final transient RpcException refusal;

        Answer(RpcException refusal) {
            this.refusal = refusal;
            setException(refusal);
        }

        void hide() {
            setException(null);
        }

        void show() {
            setException(refusal);
        }
    }

    private static final long serialVersionUID = 1L;

    /** The class whose lambda walks over the listeners. A user's own callback sees the exception at any time. */
    private static final String WALK = "CallbackRegistrationInvoker";

    private final transient Answer answer;

    RefusedResult(RpcException refusal, Invocation invocation) {
        this(new Answer(refusal), invocation);
    }

    private RefusedResult(Answer answer, Invocation invocation) {
        super(CompletableFuture.completedFuture(answer), invocation);
        this.answer = answer;
    }

    @Override
    public Result whenCompleteWithContext(BiConsumer<Result, Throwable> listener) {
        if (!listener.getClass().getName().contains(WALK)) {
            return super.whenCompleteWithContext(listener);
        }
        return super.whenCompleteWithContext((response, error) -> {
            answer.hide();
            try {
                listener.accept(response, error);
            } finally {
                answer.show();
            }
        });
    }
}
