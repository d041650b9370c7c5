package io.github.dubboext.samples.consumer.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dubboext.samples.consumer.load.Answer;
import io.github.dubboext.samples.consumer.load.Outcome;
import io.github.dubboext.samples.consumer.load.Target;
import io.github.dubboext.samples.consumer.scenario.CallLog.Call;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class CallLogTest {
    /** Even keys are answered by a, odd ones fail at b. */
    private final CallLog log = new CallLog(new Target() {
        @Override
        public Answer call(long key) {
            return key % 2 == 0 ? new Answer(Outcome.OK, "a") : new Answer(Outcome.TIMEOUT, "b");
        }

        @Override
        public CompletableFuture<Answer> callAsync(long key) {
            return CompletableFuture.completedFuture(call(key));
        }
    });

    @Test
    void calls_ofBothKinds_areKeptInOrderWithTheirTimes() {
        long before = System.nanoTime();
        log.call(0);
        log.callAsync(1).join();
        long after = System.nanoTime();

        assertThat(log.calls()).extracting(Call::provider).containsExactly("a", "b");
        assertThat(log.calls())
                .allSatisfy(call -> assertThat(call.beganNanos() - before).isNotNegative())
                .allSatisfy(call -> assertThat(after - call.endedNanos()).isNotNegative());
        assertThat(log.endedBetween(before, after + 1)).hasSize(2);
        assertThat(log.endedBetween(after + 1, after + 2)).isEmpty();
    }

    @Test
    void share_failedCalls_areNoAnswers() {
        List<Call> calls = List.of(
                new Call(0, 1, Outcome.OK, "a"), new Call(0, 1, Outcome.OK, "b"), new Call(0, 1, Outcome.TIMEOUT, "b"));

        assertThat(CallLog.share(calls, "b")).isEqualTo(0.5);
        assertThat(CallLog.share(List.of(), "b")).isNaN();
    }

    @Test
    void mostInOneWindow_twiceTheLimitAcrossAnEdge_isSeen() {
        List<Call> calls = new ArrayList<>();
        for (int i = 0; i < 19; i++) {
            calls.add(ok(940 + i, 2));
        }
        for (int i = 0; i < 20; i++) {
            calls.add(ok(1020 + i, 2));
        }
        calls.add(ok(0, 2));

        assertThat(Tps.mostInOneWindow(calls)).isEqualTo(39); // from 940 to 1,041 ms; the first call is over by then
    }

    @Test
    void mostInOneWindow_callThatEndsAfterTheWindow_mayHaveBeenAdmittedAfterIt() {
        assertThat(Tps.mostInOneWindow(List.of(ok(0, 2), ok(999, 2)))).isEqualTo(1);
        assertThat(Tps.mostInOneWindow(List.of(ok(0, 2), ok(900, 2)))).isEqualTo(2);
    }

    private static Call ok(long beganMillis, long tookMillis) {
        return new Call(
                TimeUnit.MILLISECONDS.toNanos(beganMillis),
                TimeUnit.MILLISECONDS.toNanos(beganMillis + tookMillis),
                Outcome.OK,
                "a");
    }
}
