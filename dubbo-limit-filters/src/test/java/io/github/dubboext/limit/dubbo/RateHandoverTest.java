package io.github.dubboext.limit.dubbo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mockConstruction;

import io.github.dubboext.limit.core.StrictWindow;
import io.github.dubboext.limit.testing.Chain;
import io.github.dubboext.limit.testing.Logged;
import io.github.dubboext.limit.testing.ScriptedClock;
import org.apache.dubbo.common.URL;
import org.junit.jupiter.api.Test;
import org.mockito.MockedConstruction;

class RateHandoverTest {

    private final ScriptedClock clock = new ScriptedClock(1_000_000_000);
    private final Limits limits = new Limits(clock);

    private static URL url(String parameters) {
        return URL.valueOf("dubbo://127.0.0.1:20880/handover.Api?interface=handover.Api&" + parameters);
    }

    @Test
    void change_successorCannotBeBuilt_bucketTakesOverWithoutSecondBudget() {
        Chain before = new Chain(url("tps=20&tps.interval=1000"));
        assertThat(admitted(before, 30)).isEqualTo(20);
        Chain after = new Chain(url("tps=40&tps.interval=1000"));

        MockedConstruction<StrictWindow> failing = mockConstruction(StrictWindow.class, (mock, context) -> {
            throw new OutOfMemoryError("no room");
        });
        try (Logged logged = new Logged()) {
            assertThat(admitted(after, 1)).isZero();
            assertThat(logged.texts("handover.Api: "))
                    .singleElement()
                    .asString()
                    .startsWith("tps: 40 cannot be kept as configured; a token bucket takes over");
        } finally {
            failing.close();
        }

        // The spare takes all 40 for used just now. 40 owed at a step of 1,000 / 36 = 27.8 ms is 1,111 ms, 3 steps of
        // tolerance are 83: the first goes at 1,028.
        clock.advanceMillis(1_027);
        assertThat(admitted(after, 50)).isZero();
        clock.advanceMillis(1);
        assertThat(admitted(after, 50)).isEqualTo(1);
    }

    private int admitted(Chain chain, int calls) {
        int count = 0;
        for (int i = 0; i < calls; i++) {
            count += limits.tps(chain.returning("ok"), chain.call("work")).hasException() ? 0 : 1;
        }
        return count;
    }
}
