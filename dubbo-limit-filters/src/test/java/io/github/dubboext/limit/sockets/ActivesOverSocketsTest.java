package io.github.dubboext.limit.sockets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.dubboext.limit.LimitSnapshots;
import io.github.dubboext.limit.Refusals;
import io.github.dubboext.limit.core.LimitSnapshot;
import io.github.dubboext.limit.core.LimiterKey.Kind;
import io.github.dubboext.limit.testing.Loopback;
import io.github.dubboext.limit.testing.ProbeFilter;
import io.github.dubboext.limit.testing.Statuses;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.dubbo.rpc.RpcContext;
import org.apache.dubbo.rpc.RpcException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ActivesOverSocketsTest {

    private static final Loopback LOOPBACK = new Loopback();
    private static final TrialImpl IMPL = new TrialImpl();

    @AfterAll
    static void stop() {
        LOOPBACK.close();
    }

    @AfterEach
    void reset() {
        ProbeFilter.reset();
    }

    private static Trial refer(String protocol, String group, String timeout, String retries) {
        String address = LOOPBACK.export(Trial.class, IMPL, Map.of("group", group), protocol)
                .address(0);
        return LOOPBACK.refer(
                Trial.class, address, Map.of("group", group, "actives", "1", "timeout", timeout, "retries", retries));
    }

    @ParameterizedTest
    @ValueSource(strings = {"dubbo", "tri"})
    void asyncCalls_inLine_allAnswerWithTheirAttachments(String protocol) throws Exception {
        Trial trial = refer(protocol, "async" + protocol, "20000", "0");
        Queue<String> users = new ConcurrentLinkedQueue<>();
        ProbeFilter.innerProvider = (next, call) -> {
            users.add(String.valueOf(call.getAttachment("user")));
            return next.invoke(call);
        };
        CompletableFuture<String> first = trial.future("hold");
        assertThat(Statuses.eventually(() -> IMPL.inside.get() == 1)).isTrue();
        List<CompletableFuture<String>> waiting = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            RpcContext.getClientAttachment().setAttachment("user", "u" + i);
            CompletableFuture<String> call = trial.future("call" + i);
            assertThat(call).isNotNull();
            waiting.add(call);
        }
        assertThat(waiting).noneMatch(CompletableFuture::isDone);

        IMPL.letGo();

        assertThat(first.get(20, TimeUnit.SECONDS)).isEqualTo("held");
        for (int i = 0; i < 20; i++) {
            assertThat(waiting.get(i).get(20, TimeUnit.SECONDS)).isEqualTo("call" + i);
        }
        // In order of arrival, each with its own attachment.
        assertThat(users)
                .containsExactly(
                        "null", "u0", "u1", "u2", "u3", "u4", "u5", "u6", "u7", "u8", "u9", "u10", "u11", "u12", "u13",
                        "u14", "u15", "u16", "u17", "u18", "u19");
        Statuses.eventually(() -> Statuses.busy().isEmpty());
        assertThat(Statuses.busy()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"dubbo", "tri"})
    void waitAndCall_together_takeOneTimeoutAndRetriesGetTheirOwn(String protocol) throws Exception {
        Trial trial = refer(protocol, "timeout" + protocol, "5000", "0");
        CompletableFuture<String> first = RpcContext.getServiceContext().asyncCall(() -> trial.sync("hold"));
        assertThat(Statuses.eventually(() -> IMPL.inside.get() == 1)).isTrue();
        Queue<Long> timeouts = new ConcurrentLinkedQueue<>();
        ProbeFilter.innerProvider = (next, call) -> {
            timeouts.add(Long.parseLong(call.getAttachment("timeout")));
            return next.invoke(call);
        };
        Queue<String> answers = new ConcurrentLinkedQueue<>();
        Thread caller = new Thread(() -> answers.add(trial.sync("return")));
        caller.start();
        assertThat(Statuses.eventually(() -> waiting("timeout" + protocol) == 1))
                .isTrue();
        // Long enough to show in milliseconds.
        LockSupport.parkNanos(5_000_000);
        IMPL.letGo();
        caller.join();

        assertThat(first.get(20, TimeUnit.SECONDS)).isEqualTo("held");
        assertThat(answers).containsExactly("return");
        assertThat(timeouts).singleElement().matches(timeout -> timeout < 5_000 && timeout > 0);
    }

    @Test
    void asyncWaiter_timedOut_hasCodeSeven() throws Exception {
        Trial trial = refer("dubbo", "asyncTimeout", "20000", "0");
        CompletableFuture<String> first = trial.future("hold");
        assertThat(Statuses.eventually(() -> IMPL.inside.get() == 1)).isTrue();
        RpcContext.getClientAttachment().setAttachment("timeout", "50");
        CompletableFuture<String> second = trial.future("late");

        Throwable error = second.handle((value, e) -> e).get(20, TimeUnit.SECONDS);

        assertThat(Refusals.isRefused(error)).as(String.valueOf(error)).isTrue();
        IMPL.letGo();
        assertThat(first.get(20, TimeUnit.SECONDS)).isEqualTo("held");
    }

    @Test
    void failover_allAttemptsFull_eachWaitsForATimeoutOfItsOwn() throws Exception {
        Trial trial = refer("dubbo", "failover", "60", "2");
        RpcContext.getClientAttachment().setAttachment("timeout", "20000");
        CompletableFuture<String> first = RpcContext.getServiceContext().asyncCall(() -> trial.sync("hold"));
        assertThat(Statuses.eventually(() -> IMPL.inside.get() == 1)).isTrue();
        RpcContext.removeContext();

        RpcException refusal = catchThrowableOfType(RpcException.class, () -> trial.sync("x"));

        assertThat(refusal.isLimitExceed()).isTrue();
        assertThat(Refusals.isRefused(refusal)).isTrue();
        LimitSnapshot snapshot = snapshot("failover");
        assertThat(snapshot.refused()).isEqualTo(3);
        // Three waits of 60 ms each, one after the other.
        assertThat(snapshot.waits()).isEqualTo(3);
        assertThat(snapshot.waitedNanos()).isGreaterThanOrEqualTo(3 * 60_000_000L);
        IMPL.letGo();
        assertThat(first.get(20, TimeUnit.SECONDS)).isEqualTo("held");
    }

    @Test
    void queueFull_asyncCall_triesTheNextProviderAndThrowsLikeDubboIfThatIsFull() throws Exception {
        Map<String, String> provider = Map.of("group", "full");
        Loopback.Exported<Trial> exported = LOOPBACK.export(Trial.class, IMPL, provider, "dubbo", "dubbo");
        Map<String, String> consumer = Map.of(
                "group", "full", "actives", "1", "actives.queue", "0", "timeout", "20000", "loadbalance", "roundrobin");
        Trial trial = LOOPBACK.refer(Trial.class, exported.address(0) + ";" + exported.address(1), consumer);
        Trial first = LOOPBACK.refer(Trial.class, exported.address(0), consumer);
        CompletableFuture<String> one = first.future("hold");
        assertThat(Statuses.eventually(() -> IMPL.inside.get() == 1)).isTrue();

        // Whichever provider is asked first, the one that has room answers.
        for (int i = 0; i < 4; i++) {
            assertThat(trial.future("free").get(20, TimeUnit.SECONDS)).isEqualTo("free");
        }
        CompletableFuture<String> two = trial.future("hold");
        assertThat(Statuses.eventually(() -> IMPL.inside.get() == 2)).isTrue();
        RpcException refusal = catchThrowableOfType(RpcException.class, () -> trial.future("x"));

        assertThat(refusal.isLimitExceed()).isTrue();
        assertThat(Refusals.isRefused(refusal)).isTrue();
        IMPL.letGo();
        assertThat(one.get(20, TimeUnit.SECONDS)).isEqualTo("held");
        assertThat(two.get(20, TimeUnit.SECONDS)).isEqualTo("held");
    }

    /** G1: consumer's method, provider's method, consumer's service, provider's service. */
    @ParameterizedTest
    @CsvSource({
        "sync.actives=1 actives=2, sync.actives=3 actives=4, 1, 2",
        "actives=2, sync.actives=3 actives=4, 3, 2",
        "'', sync.actives=3 actives=4, 3, 4"
    })
    void actives_atEveryLevel_followDubbosPrecedence(String consumer, String provider, int sync, int other) {
        String group = "levels" + sync + other + provider.length();
        Map<String, String> parameters = new HashMap<>(Map.of("group", group));
        String address = LOOPBACK.export(Trial.class, IMPL, parameters, "dubbo").address(0);
        for (String pair : consumer.split(" ", -1)) {
            if (!pair.isEmpty()) {
                parameters.put(pair.split("=", -1)[0], pair.split("=", -1)[1]);
            }
        }
        // What a registry would hand over: the provider's parameters in its URL, the group included.
        String url = address + "?group=" + group + "&" + provider.replace(' ', '&');
        Trial trial = LOOPBACK.refer(Trial.class, url, parameters);

        assertThat(trial.sync("return")).isEqualTo("return");
        assertThat(trial.later("return")).isEqualTo("return");

        assertThat(LimitSnapshots.all())
                .filteredOn(snapshot -> snapshot.key().service().startsWith(group + "/")
                        && snapshot.key().kind() == Kind.ACTIVES)
                .extracting(snapshot -> snapshot.key().method() + " " + snapshot.limit())
                .containsExactlyInAnyOrder("sync " + sync, "later " + other);
    }

    private static LimitSnapshot snapshot(String group) {
        return LimitSnapshots.all().stream()
                .filter(snapshot -> snapshot.key().service().startsWith(group + "/")
                        && snapshot.key().kind() == Kind.ACTIVES)
                .findFirst()
                .orElseThrow();
    }

    private static int waiting(String group) {
        return snapshot(group).waiting();
    }
}
