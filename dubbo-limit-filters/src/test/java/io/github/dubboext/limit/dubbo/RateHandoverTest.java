package io.github.dubboext.limit.dubbo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mockConstruction;

import io.github.dubboext.limit.core.Clock;
import io.github.dubboext.limit.core.StrictWindow;
import io.github.dubboext.limit.testing.Chain;
import io.github.dubboext.limit.testing.Logged;
import io.github.dubboext.limit.testing.ScriptedClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.apache.dubbo.common.URL;
import org.apache.dubbo.rpc.AsyncRpcResult;
import org.apache.dubbo.rpc.Invoker;
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
        assertThat(admitted(before, before.returning("ok"), 30)).isEqualTo(20);
        Chain after = new Chain(url("tps=40&tps.interval=1000"));
        Invoker<?> next = after.returning("ok");

        MockedConstruction<StrictWindow> failing = mockConstruction(StrictWindow.class, (mock, context) -> {
            throw new OutOfMemoryError("no room");
        });
        try (Logged logged = new Logged()) {
            assertThat(admitted(after, next, 1)).isZero();
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
        assertThat(admitted(after, next, 50)).isZero();
        clock.advanceMillis(1);
        assertThat(admitted(after, next, 50)).isEqualTo(1);

        // The next chain finds memory again: the 40 are more than a window old, the one is not.
        assertThat(admitted(after, after.returning("ok"), 50)).isEqualTo(39);
    }

    @Test
    void off_andOnAgainWithinOneInterval_isNoSecondBudget() {
        Lifecycle lifecycle = new Lifecycle(limits);
        lifecycle.export(url("tps=20&tps.interval=1000"), Chain.Work.class);
        Chain chain = new Chain(url("tps=20&tps.interval=1000"));
        Invoker<?> next = chain.returning("ok");
        assertThat(admitted(chain, next, 30)).isEqualTo(20);
        clock.advanceMillis(400);

        for (String off : new String[] {"tps=0", "tps.mode=bucket"}) {
            lifecycle.export(url(off), Chain.Work.class);
            assertThat(admitted(chain, next, 30)).isEqualTo(30);
        }
        lifecycle.export(url("tps=25&tps.interval=1000"), Chain.Work.class);

        assertThat(admitted(chain, next, 30)).isEqualTo(5);
        clock.advanceMillis(600);
        assertThat(admitted(chain, next, 30)).isEqualTo(20);
    }

    @Test
    void rateOfAMethod_takenAwayAndPutBackWithinOneInterval_isNoSecondBudget() {
        Lifecycle lifecycle = new Lifecycle(limits);
        Chain chain = new Chain(url("work.tps=3&tps=100&tps.interval=1000"));
        Invoker<?> next = chain.returning("ok");
        for (int i = 0; i < 3; i++) {
            lifecycle.export(url("work.tps=3&tps=100&tps.interval=1000"), Chain.Work.class);
            assertThat(admitted(chain, next, 10)).isEqualTo(i == 0 ? 3 : 0);

            lifecycle.export(url("tps=100&tps.interval=1000"), Chain.Work.class);
            assertThat(admitted(chain, next, 10)).isEqualTo(10);
        }
    }

    /** When calls were admitted, on the clock that decided: each thread notes its last reading. */
    private static final class Stamps implements Clock {
        private final ThreadLocal<Long> last = new ThreadLocal<>();
        private final Queue<Long> admitted = new ConcurrentLinkedQueue<>();

        @Override
        public long nanoTime() {
            last.set(System.nanoTime());
            return last.get();
        }

        void admit() {
            admitted.add(last.get());
        }

        List<Long> between(long from, long to) {
            return admitted.stream()
                    .filter(stamp -> stamp - from >= 0 && stamp - to <= 0)
                    .sorted()
                    .toList();
        }
    }

    private static int worstWindow(List<Long> stamps, long windowNanos) {
        int worst = 0;
        for (int first = 0, i = 0; i < stamps.size(); i++) {
            while (stamps.get(i) - stamps.get(first) >= windowNanos) {
                first++;
            }
            worst = Math.max(worst, i - first + 1);
        }
        return worst;
    }

    @Test
    void eightThreads_rateDownAndUpTenTimesAnInterval_neverAboveWhatIsInForce() throws Exception {
        Stamps stamps = new Stamps();
        Limits real = new Limits(stamps);
        Lifecycle lifecycle = new Lifecycle(real);
        long windowNanos = 200_000_000;
        int[] limits = {500, 50, 500, 5, 200};
        lifecycle.export(url("tps=500&tps.interval=200"), Chain.Work.class);
        Chain chain = new Chain(url("tps=500&tps.interval=200"));
        Invoker<?> next = chain.answering(call -> {
            stamps.admit();
            return AsyncRpcResult.newDefaultAsyncResult("ok", call);
        });
        AtomicBoolean stop = new AtomicBoolean();
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 8; t++) {
            Thread thread = new Thread(() -> {
                while (!stop.get()) {
                    real.tps(next, chain.call("work"));
                }
            });
            thread.start();
            threads.add(thread);
        }
        List<long[]> phases = new ArrayList<>();
        for (int round = 0; round < 40; round++) {
            int limit = limits[round % limits.length];
            lifecycle.export(url("tps=" + limit + "&tps.interval=200"), Chain.Work.class);
            long from = System.nanoTime();
            LockSupport.parkNanos(windowNanos / 10);
            phases.add(new long[] {limit, from, System.nanoTime()});
        }
        stop.set(true);
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(worstWindow(stamps.between(Long.MIN_VALUE / 4, Long.MAX_VALUE / 4), windowNanos))
                .isBetween(1, 500);
        for (long[] phase : phases) {
            assertThat((long) worstWindow(stamps.between(phase[1], phase[2]), windowNanos))
                    .isLessThanOrEqualTo(phase[0]);
        }
    }

    private int admitted(Chain chain, Invoker<?> next, int calls) {
        int count = 0;
        for (int i = 0; i < calls; i++) {
            count += limits.tps(next, chain.call("work")).hasException() ? 0 : 1;
        }
        return count;
    }
}
