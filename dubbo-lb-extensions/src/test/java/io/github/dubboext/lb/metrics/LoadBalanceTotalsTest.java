package io.github.dubboext.lb.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dubboext.lb.metrics.LoadBalanceTotals.Total;
import io.github.dubboext.lb.stats.MethodSnapshot;
import io.github.dubboext.lb.stats.ProviderSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LoadBalanceTotalsTest {
    private final LoadBalanceTotals totals = new LoadBalanceTotals();

    private static ProviderSnapshot provider(String address, long picks, int inFlight) {
        return new ProviderSnapshot(address, 100, 100, inFlight, 5_000, picks, picks, "");
    }

    private static MethodSnapshot method(String name, ProviderSnapshot... providers) {
        return new MethodSnapshot("ewma", "a.Api", name, 2, 3, List.of(providers));
    }

    private Total total(String... name) {
        return totals.totals().stream()
                .filter(total -> total.name.equals(List.of(name)))
                .findAny()
                .orElseThrow();
    }

    @Test
    void methodsMadeUpByCallers_beyondTheMost_areAddedUpAsOther() {
        List<MethodSnapshot> snapshots = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            snapshots.add(method("made-up-" + i, provider("p:1", 4, 1)));
        }
        snapshots.add(method("", provider("p:1", 4, 1))); // where the engine puts those beyond 500

        totals.update(snapshots);

        assertThat(totals.totals()).hasSize(2 * LoadBalanceTotals.MOST_METHODS + 2);
        assertThat(total("ewma", "a.Api", "other").redraws).isEqualTo(2 * 401);
        assertThat(totals.totals().stream().mapToLong(total -> total.picks).sum())
                .isEqualTo(4 * 501);
    }

    @Test
    void providers_beyondTheMost_areAddedUpAsOtherOfTheirService() {
        ProviderSnapshot[] providers = IntStream.range(0, 3_000)
                .mapToObj(i -> provider("p:" + i, 1, 1))
                .toArray(ProviderSnapshot[]::new);

        totals.update(List.of(method("m", providers)));

        assertThat(totals.totals()).hasSize(LoadBalanceTotals.MOST_TOTALS + 1);
        Total other = total("ewma", "a.Api", "other", "other");
        assertThat(other.picks).isEqualTo(3_000 - (LoadBalanceTotals.MOST_TOTALS - 1));
        assertThat(other.inFlight).isEqualTo(3_000 - (LoadBalanceTotals.MOST_TOTALS - 1));
    }

    @Test
    void update_again_countsWhatIsNew_andShowsGaugesAsTheyAre() {
        totals.update(List.of(method("m", provider("p:1", 4, 7))));
        totals.update(List.of(method("m", provider("p:1", 9, 2))));

        Total total = total("ewma", "a.Api", "m", "p:1");
        assertThat(total.picks).isEqualTo(9);
        assertThat(total.inFlight).isEqualTo(2);
        assertThat(total.ewmaNanos).isEqualTo(5_000);
        assertThat(total("ewma", "a.Api", "m").rebuilds).isEqualTo(3);
    }

    @Test
    void counterMadeAnew_countsOnFromWhereItWas() {
        totals.update(List.of(method("m", provider("p:1", 9, 0))));
        totals.update(List.of(method("m", provider("p:1", 2, 0))));

        assertThat(total("ewma", "a.Api", "m", "p:1").picks).isEqualTo(11);
    }

    @Test
    void twoApplications_thatCallTheSame_areAddedUp() {
        MethodSnapshot one = method("m", provider("p:1", 4, 1));
        totals.update(List.of(one, one));

        assertThat(total("ewma", "a.Api", "m", "p:1").picks).isEqualTo(8);
        assertThat(total("ewma", "a.Api", "m", "p:1").inFlight).isEqualTo(2);
    }

    @Test
    void provider_thatIsGone_goes() {
        totals.update(List.of(method("m", provider("p:1", 4, 1), provider("p:2", 4, 1))));
        assertThat(totals.totals()).hasSize(3);

        totals.update(List.of(method("m", provider("p:2", 4, 1))));
        assertThat(totals.totals()).hasSize(2).noneMatch(total -> total.name.contains("p:1"));

        totals.update(List.of());
        assertThat(totals.totals()).isEmpty();
    }

    @Test
    void strategyThatCountsNothing_hasNoGauges() {
        totals.update(List.of(method("m", provider("p:1", 4, ProviderSnapshot.NOT_COUNTED))));

        assertThat(total("ewma", "a.Api", "m", "p:1").counted).isFalse();
        assertThat(total("ewma", "a.Api", "m", "p:1").inFlight).isZero();
    }
}
