package io.github.dubboext.limit.sockets;

import static io.github.dubboext.limit.sockets.LeakMatrix.LIMIT;
import static io.github.dubboext.limit.sockets.LeakMatrix.end;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.dubboext.limit.core.LimiterKey.Kind;
import io.github.dubboext.limit.sockets.LeakMatrix.Mode;
import io.github.dubboext.limit.testing.BrokenLimit;
import io.github.dubboext.limit.testing.Loopback;
import io.github.dubboext.limit.testing.ProbeFilter;
import io.github.dubboext.limit.testing.Statuses;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.apache.dubbo.rpc.AsyncRpcResult;
import org.apache.dubbo.rpc.Invocation;
import org.apache.dubbo.rpc.Invoker;
import org.apache.dubbo.rpc.Result;
import org.apache.dubbo.rpc.RpcException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The leak matrix with filters of others that misbehave, and with limits of others that it must find out. */
class MisbehavingFiltersTest {

    private static final String TOO_LATE = "throws after the call";

    private static final Loopback LOOPBACK = new Loopback();
    private static final TrialImpl IMPL = new TrialImpl();
    private static final LeakMatrix MATRIX = new LeakMatrix(IMPL);
    private static final Map<String, Trial> LIMITED = new HashMap<>();
    private static final Map<String, Trial> UNLIMITED = new HashMap<>();

    @BeforeAll
    static void start() {
        Loopback.Exported<Trial> trial =
                LOOPBACK.export(Trial.class, IMPL, Map.of("executes", "" + LIMIT), "dubbo", "tri");
        for (String protocol : List.of("dubbo", "tri")) {
            String url = trial.address(protocol.equals("tri") ? 1 : 0);
            LIMITED.put(
                    protocol,
                    LOOPBACK.refer(Trial.class, url, Map.of("actives", "" + LIMIT, "timeout", "5000", "retries", "0")));
            UNLIMITED.put(protocol, LOOPBACK.refer(Trial.class, url, Map.of("timeout", "20000", "retries", "0")));
        }
    }

    @AfterAll
    static void stop() {
        LOOPBACK.close();
    }

    @AfterEach
    void resetFilters() {
        ProbeFilter.reset();
    }

    static Stream<Arguments> modes() {
        return LeakMatrix.modes();
    }

    @ParameterizedTest
    @MethodSource("modes")
    void filters_misbehaving_leaveNothing(String protocol, Mode mode) {
        Map<String, BiFunction<Invoker<?>, Invocation, Result>> deeds = new HashMap<>();
        deeds.put("refuses", (next, call) -> {
            throw new RpcException(RpcException.LIMIT_EXCEEDED_EXCEPTION, "of somebody else");
        });
        deeds.put(
                "returns a refusal",
                (next, call) -> AsyncRpcResult.newDefaultAsyncResult(
                        new RpcException(RpcException.LIMIT_EXCEEDED_EXCEPTION, "of somebody else"), call));
        deeds.put("answers", (next, call) -> AsyncRpcResult.newDefaultAsyncResult("answer", call));
        deeds.put("throws an Error", (next, call) -> {
            throw new NoClassDefFoundError("missing");
        });
        deeds.put(TOO_LATE, (next, call) -> {
            next.invoke(call);
            throw new IllegalStateException("too late");
        });
        deeds.put("calls twice", (next, call) -> {
            next.invoke(call);
            return next.invoke(call);
        });
        deeds.put("swallows", (next, call) -> {
            try {
                return next.invoke(call);
            } catch (RpcException e) {
                return AsyncRpcResult.newDefaultAsyncResult("swallowed", call);
            }
        });
        Trial trial = LIMITED.get(protocol);
        Trial unlimited = UNLIMITED.get(protocol);
        deeds.forEach((name, deed) -> {
            List<Runnable> places = List.of(
                    () -> ProbeFilter.outerProvider = deed,
                    () -> ProbeFilter.innerProvider = deed,
                    () -> ProbeFilter.outerConsumer = deed,
                    () -> ProbeFilter.innerConsumer = deed);
            for (int place = 0; place < places.size(); place++) {
                places.get(place).run();
                for (int i = 0; i < LIMIT + 1; i++) {
                    int before = admitted(mode);
                    // More often than the limit: a leak would show as a refusal.
                    assertThat(end(mode.call(trial, "return"))).doesNotContain("Limit exceeded: ");
                    if (name.equals(TOO_LATE)) {
                        // The caller has its answer before the provider has the call.
                        assertThat(Statuses.eventually(() -> admitted(mode) > before))
                                .isTrue();
                    }
                    LeakMatrix.idle(name + " at " + place);
                }
                ProbeFilter.reset();
            }
        });
        LeakMatrix.idle("filters");
        MATRIX.admitsExactly(unlimited, mode, "filters");
        MATRIX.waitsExactly(trial, mode, "filters");
        LeakMatrix.idle("filters");
    }

    private static int admitted(Mode mode) {
        return LeakMatrix.count(Kind.EXECUTES, mode, snapshot -> (int) snapshot.admitted());
    }

    /** Deliberately broken limits go through the same cells, so that a matrix which sees nothing is seen itself. */
    @ParameterizedTest
    @EnumSource(BrokenLimit.Defect.class)
    void matrix_brokenLimit_isRejected(BrokenLimit.Defect defect) {
        String group = "broken" + defect;
        Map<String, String> parameters = Map.of(
                "executes",
                "" + LIMIT,
                "service.filter",
                "-executelimit,broken",
                "broken",
                "" + defect,
                "group",
                group);
        String address = LOOPBACK.export(Trial.class, IMPL, parameters, "dubbo").address(0);
        Trial trial = LOOPBACK.refer(Trial.class, address, Map.of("timeout", "5000", "retries", "0", "group", group));

        Throwable found = catchThrowable(() -> {
            for (String how : List.of("return", "business")) {
                assertThat(end(Mode.ASYNC_TO_ASYNC.call(trial, how))).doesNotContain("Limit exceeded: ");
            }
            ProbeFilter.innerProvider = (next, call) -> {
                throw new RpcException(RpcException.LIMIT_EXCEEDED_EXCEPTION, "of somebody else");
            };
            for (int i = 0; i < LIMIT + 1; i++) {
                assertThat(end(Mode.ASYNC_TO_ASYNC.call(trial, "return"))).doesNotContain("Limit exceeded: ");
            }
            ProbeFilter.reset();
            MATRIX.admitsExactly(trial, Mode.ASYNC_TO_ASYNC, group);
        });
        IMPL.letGo();

        if (defect == BrokenLimit.Defect.NONE) {
            assertThat(found).isNull();
        } else {
            assertThat(found).isInstanceOf(AssertionError.class);
        }
    }
}
