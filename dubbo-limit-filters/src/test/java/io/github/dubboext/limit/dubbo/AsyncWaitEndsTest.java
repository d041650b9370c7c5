package io.github.dubboext.limit.dubbo;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dubboext.limit.core.Clock;
import io.github.dubboext.limit.testing.Chain;
import io.github.dubboext.limit.testing.Statuses;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.dubbo.common.URL;
import org.apache.dubbo.rpc.AppResponse;
import org.apache.dubbo.rpc.AsyncRpcResult;
import org.apache.dubbo.rpc.RpcContext;
import org.apache.dubbo.rpc.TimeoutCountDown;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Ends of asynchronous waits that are not the usual ones. */
class AsyncWaitEndsTest {

    private final Limits limits = new Limits(Clock.SYSTEM);
    private final CompletableFuture<AppResponse> running = new CompletableFuture<>();
    private final Chain chain =
            new Chain(URL.valueOf("dubbo://127.0.0.1:20880/ends.Api?interface=ends.Api&actives=1&timeout=100"));

    @AfterEach
    void freshContext() {
        RpcContext.removeContext();
    }

    private CompletableFuture<Object> wait(Object answer) {
        limits.actives(chain.returning(answer), chain.asyncCall("work"));
        CompletableFuture<Object> future = RpcContext.getServiceContext().getCompletableFuture();
        RpcContext.removeContext();
        return future;
    }

    @Test
    void callbacksThatBlock_forACallThatWaitsItself_doNotStopOthers() {
        limits.actives(chain.pending(running), chain.asyncCall("work"));
        RpcContext.removeContext();
        CountDownLatch ended = new CountDownLatch(1);
        List<CompletableFuture<?>> blocked = new ArrayList<>();
        // More than there are processors, and none of them comes back before one more wait has ended.
        for (int i = 0; i < 2 * Runtime.getRuntime().availableProcessors() + 2; i++) {
            blocked.add(wait("late").whenComplete((value, error) -> {
                try {
                    ended.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }));
        }
        CompletableFuture<Object> last = wait("late");

        boolean free = Statuses.eventually(last::isDone);
        ended.countDown();

        assertThat(free).isTrue();
        assertThat(Statuses.eventually(() -> blocked.stream().allMatch(CompletableFuture::isDone)))
                .isTrue();
        running.complete(new AppResponse("first"));
    }

    @Test
    void contextOf27_onTheThreadThatGoesOn_hasAttachmentsAndCountdown() {
        // What a 2.7 consumer runs on; here only the 3.3 object can be looked at.
        TimeoutCountDown countdown = TimeoutCountDown.newCountDown(1, TimeUnit.SECONDS);
        Since3.newContext(Map.of("user", "alice"), countdown);

        assertThat(Since3.countdown()).isSameAs(countdown);
        assertThat(RpcContext.getClientAttachment().getAttachment("user")).isEqualTo("alice");
    }

    @Test
    void callerThatCancels_leavesTheQueue_andIsNeverCalled() {
        limits.actives(chain.pending(running), chain.asyncCall("work"));
        RpcContext.removeContext();
        List<Object> called = new ArrayList<>();
        limits.actives(
                chain.answering(invocation -> {
                    called.add(invocation);
                    return AsyncRpcResult.newDefaultAsyncResult("ok", invocation);
                }),
                chain.asyncCall("work"));
        RpcContext.getServiceContext().getCompletableFuture().cancel(true);

        assertThat(limits.snapshots().get(0).waiting()).isZero();
        running.complete(new AppResponse("first"));
        assertThat(limits.snapshots().get(0).inFlight()).isZero();
        assertThat(called).isEmpty();
    }
}
