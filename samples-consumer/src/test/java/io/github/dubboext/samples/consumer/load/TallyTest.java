package io.github.dubboext.samples.consumer.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class TallyTest {
    private final Tally tally = new Tally();

    @Test
    void sample_twoStretches_eachHasItsOwnAndTheResultHasAll() {
        record(Outcome.OK, "a", 10);
        record(Outcome.EXECUTES, "a", 1);
        Sample first = tally.sample(1000);
        record(Outcome.OK, "a", 30);
        record(Outcome.OK, "b", 30);
        Sample second = tally.sample(2000);

        assertThat(first.outcomes()).isEqualTo(Map.of(Outcome.OK, 1L, Outcome.EXECUTES, 1L));
        assertThat(first.okPerProvider()).isEqualTo(Map.of("a", 1L));
        assertThat(second.outcomes()).isEqualTo(Map.of(Outcome.OK, 2L));
        assertThat(second.okPerProvider()).isEqualTo(Map.of("a", 1L, "b", 1L));
        assertThat(second.callsPerSecond()).isEqualTo(2.0);
        assertThat(second.latencies().count()).isEqualTo(2);
        LoadResult result = tally.result();
        assertThat(result.outcomes()).isEqualTo(Map.of(Outcome.OK, 3L, Outcome.EXECUTES, 1L));
        assertThat(result.callsPerSecond()).isEqualTo(2.0); // 4 calls in 2 s
        assertThat(result.timeline()).containsExactly(first, second);
    }

    @Test
    void latencies_refusalsAreFast_onlyAnswersCount() {
        record(Outcome.OK, "a", 10);
        record(Outcome.OK, "a", 20);
        record(Outcome.EXECUTES, "a", 0);
        tally.sample(1000);

        Latencies latencies = tally.result().latencies();

        // Three digits of 20 ms are 0.02 ms.
        assertThat(latencies.meanMillis()).isCloseTo(15, within(0.02));
        assertThat(latencies.millisAt(50)).isCloseTo(10, within(0.02));
        assertThat(latencies.maxMillis()).isCloseTo(20, within(0.02));
    }

    @Test
    void refusalLatencies_countRefusalsOnly() {
        record(Outcome.OK, "a", 10);
        record(Outcome.EXECUTES, "a", 2);
        record(Outcome.TIMEOUT, "a", 1000);
        tally.sample(1000);

        assertThat(tally.result().refusalLatencies().count()).isEqualTo(1);
        assertThat(tally.result().refusalLatencies().meanMillis()).isCloseTo(2, within(0.01));
    }

    @Test
    void inFlight_severalLooks_isTheirMean_andBeginsAnewWithEachSample() {
        tally.look(Map.of("a", 1, "b", 4));
        tally.look(Map.of("a", 2));
        Sample first = tally.sample(1000);
        Sample second = tally.sample(2000);

        assertThat(first.inFlightPerProvider()).isEqualTo(Map.of("a", 1.5, "b", 2.0));
        assertThat(second.inFlightPerProvider()).isEmpty();
    }

    @Test
    void then_twoRuns_areOneAfterTheOther() {
        record(Outcome.OK, "a", 10);
        tally.sample(1000);
        LoadResult first = tally.result();
        Tally next = new Tally();
        next.record(new Answer(Outcome.OK, "b"), TimeUnit.MILLISECONDS.toNanos(30));
        next.record(new Answer(Outcome.TPS, "a", "too many"), 0);
        next.sample(500);

        LoadResult both = first.then(next.result());

        assertThat(both.elapsedMillis()).isEqualTo(1500);
        assertThat(both.outcomes()).isEqualTo(Map.of(Outcome.OK, 2L, Outcome.TPS, 1L));
        assertThat(both.shareOf("b")).isEqualTo(0.5);
        assertThat(both.latencies().count()).isEqualTo(2);
        assertThat(both.firstReasons()).isEqualTo(Map.of(Outcome.TPS, "too many"));
        assertThat(both.timeline()).hasSize(2);
        assertThat(both.timeline().get(1).fromMillis()).isEqualTo(1000);
        assertThat(both.timeline().get(1).toMillis()).isEqualTo(1500);
    }

    @Test
    void result_nothingRecorded_isAllZero() {
        tally.sample(1000);

        LoadResult result = tally.result();

        assertThat(result.calls()).isZero();
        assertThat(result.callsPerSecond()).isZero();
        assertThat(result.latencies().meanMillis()).isZero();
        assertThat(result.latencies().millisAt(99)).isZero();
        assertThat(result.shareOf("a")).isZero();
    }

    @Test
    void record_noProvider_isACallOfNobody() {
        record(Outcome.NO_PROVIDER, "", 1);
        tally.sample(1000);

        assertThat(tally.result().calls()).isEqualTo(1);
        assertThat(tally.result().providers()).isEmpty();
    }

    private void record(Outcome outcome, String provider, long millis) {
        tally.record(new Answer(outcome, provider), TimeUnit.MILLISECONDS.toNanos(millis));
    }
}
