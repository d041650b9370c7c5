package io.github.dubboext.limit.dubbo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dubboext.limit.Refusals;
import io.github.dubboext.limit.core.Clock;
import io.github.dubboext.limit.testing.Chain;
import io.github.dubboext.limit.testing.ScriptedClock;
import io.github.dubboext.limit.testing.Statuses;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.dubbo.common.URL;
import org.apache.dubbo.rpc.AppResponse;
import org.apache.dubbo.rpc.RpcException;
import org.junit.jupiter.api.Test;

/** What a rule pushed at run time leaves behind. */
class ReExportTest {

    private static URL url(String parameters) {
        return URL.valueOf("dubbo://127.0.0.1:20880/again.Api?interface=again.Api&" + parameters);
    }

    @Test
    void rateOfAMethod_takenAway_methodIsBackUnderTheRateOfTheService() {
        Limits limits = new Limits(new ScriptedClock(1_000_000_000L));
        Lifecycle lifecycle = new Lifecycle(limits);
        lifecycle.export(url("tps=2&tps.interval=1000&work.tps=1"), Chain.Work.class);
        Chain chain = new Chain(url("tps=2"));
        limits.tps(chain.returning("ok"), chain.call("work"));

        lifecycle.export(url("tps=2&tps.interval=1000"), Chain.Work.class);
        limits.tps(chain.returning("ok"), chain.call("work"));
        limits.tps(chain.returning("ok"), chain.call("other"));

        // Two for the whole service, whichever method they are for.
        assertThat(limits.tps(chain.returning("ok"), chain.call("work")).hasException())
                .isTrue();
        assertThat(limits.snapshots()).hasSize(1);
    }

    @Test
    void dryRunOfPace_delaysNothing() {
        // The clock stands still: a call that waited would do so for ever.
        ScriptedClock clock = new ScriptedClock(1_000_000_000L);
        Limits limits = new Limits(clock);
        Chain chain = new Chain(url("tps=2&tps.interval=1000&tps.mode=pace&tps.wait=2000&limit.dryrun=true"));
        Thread.currentThread().interrupt();
        try {
            for (int i = 0; i < 3; i++) {
                assertThat(limits.tps(chain.returning("ok"), chain.call("work")).getValue())
                        .isEqualTo("ok");
            }
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void unexport_afterPushedRules_endsTheWaits() throws Exception {
        Limits limits = new Limits(Clock.SYSTEM);
        Lifecycle lifecycle = new Lifecycle(limits);
        URL url = url("executes=1&executes.queue=1&executes.wait=60000");
        Lifecycle.Opened first = lifecycle.export(url, Chain.Work.class);
        // As Dubbo does for each rule: exported anew, the old one is never unexported.
        Lifecycle.Opened second = lifecycle.export(url, Chain.Work.class);
        assertThat(second.replaces(first)).isTrue();
        Chain chain = new Chain(url);
        CompletableFuture<AppResponse> running = new CompletableFuture<>();
        limits.executes(chain.pending(running), chain.asyncCall("work"));
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread thread = new Thread(() -> {
            try {
                limits.executes(chain.returning("ok"), chain.call("work"));
            } catch (Throwable e) {
                thrown.set(e);
            }
        });
        thread.start();
        assertThat(Statuses.eventually(() -> limits.snapshots().get(0).waiting() == 1))
                .isTrue();

        second.close();

        assertThat(Statuses.eventually(() -> thrown.get() != null)).isTrue();
        assertThatThrownBy(() -> {
                    throw thrown.get();
                })
                .isExactlyInstanceOf(RpcException.class)
                .hasMessage("The service was unexported or shut down while a call waited for a permit of EXECUTES"
                        + " again.Api.work")
                .matches(e -> e.getStackTrace().length == 0 && !Refusals.isRefused(e));
        thread.join();
        running.complete(new AppResponse("ok"));
    }
}
