package io.github.dubboext.limit.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dubboext.limit.core.Counters;
import io.github.dubboext.limit.core.LimitSnapshot;
import io.github.dubboext.limit.core.LimiterKey;
import io.github.dubboext.limit.core.LimiterKey.Kind;
import io.github.dubboext.limit.metrics.LimitTotals.Total;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LimitTotalsTest {

    private static final long NOW_NANOS = 60_000_000_000L;

    private final LimitTotals totals = new LimitTotals();

    private static LimitSnapshot executes(String method, int admitted) {
        return snapshot(new LimiterKey(Kind.EXECUTES, "a.Api", method, ""), 5, admitted, 0);
    }

    private static LimitSnapshot snapshot(LimiterKey key, int limit, int admitted, long sinceNanos) {
        Counters counters = new Counters(sinceNanos);
        IntStream.range(0, admitted).forEach(call -> counters.admit());
        return new LimitSnapshot(key, limit, false, 1, 2, counters, NOW_NANOS);
    }

    private Map<String, Long> admitted() {
        return totals.totals().stream()
                .collect(Collectors.toMap(
                        total -> total.name.service() + "." + total.name.method(), total -> total.values.admitted));
    }

    @Test
    void methodsMadeUpByCallers_beyondTheMost_areAddedUpAsOther() {
        List<LimitSnapshot> snapshots = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            snapshots.add(executes("made-up-" + i, 3));
        }

        totals.update(snapshots);

        assertThat(totals.totals()).hasSize(LimitTotals.MOST_METHODS + 1);
        assertThat(admitted()).containsEntry("a.Api.other", 3L * (1_000 - LimitTotals.MOST_METHODS));
    }

    @Test
    void providers_beyondTheMost_areAddedUpAsOtherOfTheirService() {
        List<LimitSnapshot> snapshots = new ArrayList<>();
        for (int i = 0; i < LimitTotals.MOST_TOTALS + 10; i++) {
            snapshots.add(snapshot(new LimiterKey(Kind.ACTIVES, "b.Api", "m", "10.0.0.1:" + i), 5, 1, 0));
        }

        totals.update(snapshots);

        assertThat(totals.totals()).hasSize(LimitTotals.MOST_TOTALS + 1);
        Total other = totals.totals().stream()
                .filter(total -> total.name.provider().equals("other"))
                .findAny()
                .orElseThrow();
        assertThat(other.values.admitted).isEqualTo(10);
        assertThat(other.values.inFlight).isEqualTo(10);
    }

    @Test
    void other_whenOneOfItsLimitsGoes_doesNotShrink() {
        List<LimitSnapshot> snapshots = new ArrayList<>();
        for (int i = 0; i < LimitTotals.MOST_METHODS + 2; i++) {
            snapshots.add(executes("m" + i, 4));
        }
        totals.update(snapshots);
        totals.update(snapshots.subList(0, LimitTotals.MOST_METHODS + 1));

        assertThat(admitted()).containsEntry("a.Api.other", 8L);
    }

    @Test
    void limitMadeAnew_countsOnFromWhereItWas() {
        LimiterKey key = new LimiterKey(Kind.TPS, "a.Api", "", "");
        totals.update(List.of(snapshot(key, 5, 7, 0)));
        totals.update(List.of(snapshot(key, 5, 2, NOW_NANOS - 1)));

        assertThat(admitted()).containsExactly(Map.entry("a.Api.all", 9L));
    }

    @Test
    void limitSharedByTwoReferences_countsOnce() {
        LimiterKey key = new LimiterKey(Kind.ACTIVES, "a.Api", "m", "10.0.0.1:20880");
        totals.update(List.of(snapshot(key, 5, 7, 0), snapshot(key, 8, 7, 0)));

        Total only = totals.totals().iterator().next();
        assertThat(only.values.admitted).isEqualTo(7);
        assertThat(only.values.inFlight).isEqualTo(1);
        assertThat(only.values.limit).isEqualTo(8);
    }

    @Test
    void name_whoseLastLimitIsGone_goes() {
        totals.update(List.of(executes("m", 1), executes("*", 1)));
        assertThat(admitted()).containsOnlyKeys("a.Api.m", "a.Api.other");

        totals.update(List.of(executes("m", 1)));
        assertThat(admitted()).containsOnlyKeys("a.Api.m");
    }
}
