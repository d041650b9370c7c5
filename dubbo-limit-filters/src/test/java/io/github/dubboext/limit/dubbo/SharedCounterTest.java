package io.github.dubboext.limit.dubbo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dubboext.limit.core.Clock;
import io.github.dubboext.limit.core.LimitSnapshot;
import io.github.dubboext.limit.testing.Chain;
import io.github.dubboext.limit.testing.Logged;
import io.github.dubboext.limit.testing.ScriptedClock;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.dubbo.common.URL;
import org.apache.dubbo.rpc.AppResponse;
import org.apache.dubbo.rpc.RpcContext;
import org.apache.dubbo.rpc.model.ServiceModel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mockito.Mockito;

/** Two references of one service to one provider, which share the counter and nothing else. */
class SharedCounterTest {

    private final CompletableFuture<AppResponse> running = new CompletableFuture<>();

    private static Chain reference(String parameters) {
        return new Chain(URL.valueOf("dubbo://127.0.0.1:20880/shared.Api?interface=shared.Api&" + parameters)
                .setServiceModel(Mockito.mock(ServiceModel.class)));
    }

    @AfterEach
    void freshContext() {
        RpcContext.removeContext();
    }

    @Test
    void referenceWithoutALimit_othersWait_goesOnAtOnce() {
        Limits limits = new Limits(Clock.SYSTEM);
        Chain limited = reference("actives=1&timeout=20000");
        Chain free = reference("other.actives=1&timeout=20000");
        limits.actives(limited.pending(running), limited.asyncCall("work"));
        limits.actives(limited.returning("waited"), limited.asyncCall("work"));

        assertThat(limits.actives(free.returning("free"), free.call("work")).getValue())
                .isEqualTo("free");

        running.complete(new AppResponse("first"));
    }

    @Test
    void limitTakenAway_behindTheWaiterOfAnotherReference_goesOnAtOnce() throws Exception {
        Limits limits = new Limits(Clock.SYSTEM);
        Lifecycle lifecycle = new Lifecycle(limits);
        Chain one = reference("actives=1&timeout=20000");
        Chain two = reference("actives=1&timeout=20000");
        limits.actives(one.pending(running), one.asyncCall("work"));
        limits.actives(one.returning("waits"), one.asyncCall("work"));
        limits.actives(two.returning("behind"), two.asyncCall("work"));
        Future<Object> behind = RpcContext.getServiceContext().getFuture();

        lifecycle.refer(two.returning("x").getUrl().addParameter("actives", 0), Chain.Work.class);

        assertThat(behind.get(20, TimeUnit.SECONDS)).isEqualTo("behind");
        assertThat(limits.snapshots()).extracting(LimitSnapshot::waiting).containsOnly(1);
        running.complete(new AppResponse("first"));
    }

    @Test
    void watchdog_ofTheQuickReference_leavesThePermitsOfTheSlowOneAlone() {
        ScriptedClock clock = new ScriptedClock(1_000_000_000L);
        Limits limits = new Limits(clock);
        Chain slow = reference("actives=5&timeout=60000&limit.reclaim=true");
        Chain quick = reference("actives=5&timeout=1000&limit.reclaim=true");
        limits.actives(slow.pending(running), slow.asyncCall("work"));
        limits.actives(quick.returning("ok"), quick.asyncCall("work"));

        // Ten timeouts of the quick one are 10 s, of the slow one 600 s.
        clock.advanceMillis(11_000);
        limits.watch();
        assertThat(limits.snapshots()).extracting(LimitSnapshot::inFlight).containsOnly(1);

        clock.advanceMillis(590_000);
        limits.watch();
        assertThat(limits.snapshots()).extracting(LimitSnapshot::inFlight).containsOnly(0);
    }

    @Test
    void referenceOfAnyGroup_badValuePublishedByAProvider_isToldAndDoesNotFail() {
        Lifecycle lifecycle = new Lifecycle(new Limits(Clock.SYSTEM));
        URL registry = URL.valueOf("registry://127.0.0.1:2181/org.apache.dubbo.registry.RegistryService");
        URL provider = URL.valueOf("dubbo://127.0.0.1:20880/any.Api?interface=any.Api&group=blue&actives=many");
        assertThatThrownBy(() -> lifecycle.refer(provider, Chain.Work.class)).hasMessageStartingWith("actives: many");

        lifecycle.checkRefer(registry.addParameterAndEncoded("refer", "interface=any.Api&group=*"));
        try (Logged logged = new Logged()) {
            lifecycle.refer(provider, Chain.Work.class);
            assertThat(logged.texts("actives: many")).isNotEmpty();
        }
    }
}
