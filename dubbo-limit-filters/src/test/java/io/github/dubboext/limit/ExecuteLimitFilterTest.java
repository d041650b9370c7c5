package io.github.dubboext.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.dubboext.limit.testing.Chain;
import java.util.concurrent.CompletableFuture;
import org.apache.dubbo.common.URL;
import org.apache.dubbo.common.extension.ExtensionLoader;
import org.apache.dubbo.rpc.AppResponse;
import org.apache.dubbo.rpc.Filter;
import org.apache.dubbo.rpc.Result;
import org.apache.dubbo.rpc.RpcException;
import org.apache.dubbo.rpc.RpcStatus;
import org.apache.dubbo.rpc.model.ApplicationModel;
import org.junit.jupiter.api.Test;

class ExecuteLimitFilterTest {

    private final ExecuteLimitFilter filter = new ExecuteLimitFilter();

    private static URL url(String path, int executes) {
        return URL.valueOf("dubbo://127.0.0.1:20880/" + path + "?interface=" + path + "&executes=" + executes);
    }

    @Test
    void loader_jarOnClassPath_oursUnderDubbosName() {
        ExtensionLoader<Filter> loader =
                ApplicationModel.defaultModel().getDefaultModule().getExtensionLoader(Filter.class);

        assertThat(loader.getExtension("executelimit")).isInstanceOf(ExecuteLimitFilter.class);
    }

    @Test
    void syncCall_returns_permitIsBackAndStatusCountsIt() {
        URL url = url("sync.Returns", 1);
        Chain chain = new Chain(url);

        for (int i = 0; i < 3; i++) {
            filter.invoke(chain.returning("ok"), chain.call("work"));
        }

        RpcStatus status = RpcStatus.getStatus(url, "work");
        assertThat(status.getActive()).isZero();
        assertThat(status.getTotal()).isEqualTo(3);
        assertThat(status.getFailed()).isZero();
        assertThat(RpcStatus.getStatus(url).getActive()).isZero();
        assertThat(RpcStatus.getStatus(url).getTotal()).isEqualTo(3);
    }

    @Test
    void secondCall_limitOfOneTaken_refusedWithCodeSeven() {
        URL url = url("async.Full", 1);
        Chain chain = new Chain(url);
        CompletableFuture<AppResponse> running = new CompletableFuture<>();

        Result first = filter.invoke(chain.pending(running), chain.asyncCall("work"));
        RpcException refusal = catchThrowableOfType(
                RpcException.class, () -> filter.invoke(chain.pending(running), chain.asyncCall("work")));

        assertThat(refusal).isExactlyInstanceOf(RpcException.class);
        assertThat(refusal.isLimitExceed()).isTrue();
        assertThat(refusal)
                .hasMessage(
                        "Limit exceeded: Failed to invoke method work of async.Full, cause: The service using threads greater than"
                                + " <dubbo:service executes=\"1\" /> limited.");
        assertThat(refusal.getStackTrace()).isEmpty();
        assertThat(RpcStatus.getStatus(url, "work").getActive()).isEqualTo(1);

        running.complete(new AppResponse("done"));
        assertThat(first.getValue()).isEqualTo("done");
        assertThat(RpcStatus.getStatus(url, "work").getActive()).isZero();
        assertThat(filter.invoke(chain.returning("ok"), chain.call("work")).getValue())
                .isEqualTo("ok");
    }

    @Test
    void businessException_inResult_countsAsFailed() {
        URL url = url("sync.Business", 1);
        Chain chain = new Chain(url);

        for (int i = 0; i < 10; i++) {
            filter.invoke(chain.failing(new IllegalStateException("business")), chain.call("work"));
        }

        assertThat(RpcStatus.getStatus(url, "work").getFailed()).isEqualTo(10);
        assertThat(RpcStatus.getStatus(url, "work").getSucceeded()).isZero();
        assertThat(RpcStatus.getStatus(url, "work").getActive()).isZero();
    }

    @Test
    void throwingCall_anyThrowable_permitIsBack() {
        URL url = url("sync.Throws", 1);
        Chain chain = new Chain(url);
        Throwable[] all = {
            new RpcException(RpcException.LIMIT_EXCEEDED_EXCEPTION, "of an inner filter"),
            new RpcException("other"),
            new IllegalStateException(),
            new StackOverflowError(),
            new NoClassDefFoundError()
        };

        for (Throwable thrown : all) {
            assertThatThrownBy(() -> filter.invoke(chain.throwing(thrown), chain.call("work")))
                    .isSameAs(thrown);
        }

        assertThat(RpcStatus.getStatus(url, "work").getActive()).isZero();
        assertThat(RpcStatus.getStatus(url, "work").getFailed()).isEqualTo(5);
        assertThat(filter.invoke(chain.returning("ok"), chain.call("work")).getValue())
                .isEqualTo("ok");
    }

    @Test
    void asyncFailure_exceptionalFuture_permitIsBackOnce() {
        URL url = url("async.Fails", 1);
        Chain chain = new Chain(url);
        CompletableFuture<AppResponse> running = new CompletableFuture<>();

        filter.invoke(chain.pending(running), chain.asyncCall("work"));
        running.completeExceptionally(new IllegalStateException("broken"));

        assertThat(RpcStatus.getStatus(url, "work").getActive()).isZero();
        assertThat(RpcStatus.getStatus(url, "work").getFailed()).isEqualTo(1);
    }

    @Test
    void zeroAndNegative_executes_areOff() {
        for (int off : new int[] {0, -1}) {
            Chain chain = new Chain(url("off.By" + Math.abs(off), off));
            CompletableFuture<AppResponse> running = new CompletableFuture<>();
            for (int i = 0; i < 100; i++) {
                filter.invoke(chain.pending(running), chain.asyncCall("work"));
            }
            assertThat(RpcStatus.getStatus(url("off.By" + Math.abs(off), off), "work")
                            .getActive())
                    .isEqualTo(100);
            running.complete(new AppResponse("done"));
        }
    }

    @Test
    void newChain_sameService_keepsTheCallsInFlight() {
        CompletableFuture<AppResponse> running = new CompletableFuture<>();
        Chain old = new Chain(url("re.Exported", 2));
        filter.invoke(old.pending(running), old.asyncCall("work"));

        Chain lowered = new Chain(url("re.Exported", 1));
        assertThatThrownBy(() -> new ExecuteLimitFilter().invoke(lowered.returning("ok"), lowered.call("work")))
                .isInstanceOf(RpcException.class);

        running.complete(new AppResponse("done"));
        assertThat(new ExecuteLimitFilter()
                        .invoke(lowered.returning("ok"), lowered.call("work"))
                        .getValue())
                .isEqualTo("ok");
    }

    @Test
    void versions_sameInterfaceAndPort_doNotShare() {
        CompletableFuture<AppResponse> running = new CompletableFuture<>();
        Chain one = new Chain(URL.valueOf("dubbo://127.0.0.1:20880/v.Api?interface=v.Api&version=1&executes=1"));
        Chain two = new Chain(URL.valueOf("dubbo://127.0.0.1:20880/v.Api?interface=v.Api&version=2&executes=1"));

        filter.invoke(one.pending(running), one.asyncCall("work"));

        assertThat(filter.invoke(two.returning("ok"), two.call("work")).getValue())
                .isEqualTo("ok");
        running.complete(new AppResponse("done"));
    }
}
