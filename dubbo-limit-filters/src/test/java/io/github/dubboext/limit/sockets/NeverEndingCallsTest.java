package io.github.dubboext.limit.sockets;

import static io.github.dubboext.limit.sockets.LeakMatrix.LIMIT;
import static io.github.dubboext.limit.sockets.LeakMatrix.end;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.dubboext.limit.core.LimitSnapshot;
import io.github.dubboext.limit.core.LimiterKey.Kind;
import io.github.dubboext.limit.sockets.LeakMatrix.Mode;
import io.github.dubboext.limit.testing.Logged;
import io.github.dubboext.limit.testing.Loopback;
import io.github.dubboext.limit.testing.Statuses;
import java.util.List;
import java.util.Map;
import org.apache.dubbo.rpc.RpcContext;
import org.junit.jupiter.api.Test;

/**
 * The cells "asynchronous, never, watchdog": a provider whose futures nobody completes gets its permits back from the
 * watchdog, in real time. All of them at once, since no call is suspect before 10 s.
 */
class NeverEndingCallsTest {

    private static final List<Mode> ASYNC_PROVIDERS = List.of(Mode.SYNC_TO_ASYNC, Mode.ASYNC_TO_ASYNC);

    @Test
    void never_watchdogReclaims_limitAdmitsItsNumberAgain() {
        TrialImpl impl = new TrialImpl();
        LeakMatrix matrix = new LeakMatrix(impl);
        try (Loopback loopback = new Loopback();
                Logged logged = new Logged()) {
            Map<String, String> provider =
                    Map.of("executes", "" + LIMIT, "limit.reclaim", "true", "limit.watchdog", "1", "timeout", "1000");
            Loopback.Exported<Trial> exported = loopback.export(Trial.class, impl, provider, "dubbo", "tri");
            List<Trial> trials = List.of(
                    loopback.refer(Trial.class, exported.address(0), Map.of("timeout", "5000", "retries", "0")),
                    loopback.refer(Trial.class, exported.address(1), Map.of("timeout", "5000", "retries", "0")));
            for (Trial trial : trials) {
                for (Mode mode : ASYNC_PROVIDERS) {
                    RpcContext.getClientAttachment().setAttachment("timeout", "100");
                    assertThat(end(mode.call(trial, "never"))).contains("imeout");
                }
            }
            // One of each protocol under one limit of two: it is full for good.
            for (Mode mode : ASYNC_PROVIDERS) {
                assertThat(LeakMatrix.count(Kind.EXECUTES, mode, LimitSnapshot::inFlight))
                        .isEqualTo(LIMIT);
                assertThat(end(mode.call(trials.get(0), "return"))).contains("Limit exceeded: ");
            }

            assertThat(Statuses.eventually(() -> Statuses.busy().isEmpty())).isTrue();

            assertThat(logged.texts("Taken back (limit.reclaim)")).hasSize(2 * LIMIT);
            for (Trial trial : trials) {
                for (Mode mode : ASYNC_PROVIDERS) {
                    matrix.admitsExactly(trial, mode, "reclaimed");
                }
            }
            // The futures end at last, and change nothing.
            impl.endNever();
            LeakMatrix.idle("late");
            for (Mode mode : ASYNC_PROVIDERS) {
                matrix.admitsExactly(trials.get(0), mode, "late");
            }
            LeakMatrix.idle("late");
        }
    }
}
