package io.github.dubboext.samples.consumer.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.dubboext.samples.api.OrderService;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Warm-up where Dubbo's own does nothing (interface level: the registry strips the start time) and where it works. Times are
 * those of the warm-up itself, which only a clock can show; the bounds leave room for a slow machine.
 */
class WarmUpIT extends EndToEnd {

    @ParameterizedTest
    @CsvSource({"interface, weightedrandom", "instance, smoothroundrobin"})
    void providerThatJoins_getsLittleAtFirst_andItsFullShareAfterItsWarmUp(String registerMode, String loadbalance)
            throws Exception {
        String old = "--warmup 1ms --register-mode " + registerMode;
        OrderService service =
                start(List.of(old, old), Map.of("loadbalance", loadbalance)).service();
        callUntil(service, null, System.nanoTime() + TimeUnit.SECONDS.toNanos(1));

        long launched = System.nanoTime();
        startProviders(List.of("--warmup 20s --register-mode " + registerMode));
        String joined = provider(2);
        long patience = System.nanoTime() + LONG.toNanos();
        while (!service.getOrderInfo(1).getServedBy().equals(joined)) {
            assertThat(System.nanoTime()).as("time to see the new provider").isLessThan(patience);
        }
        long first = System.nanoTime();

        double early = callUntil(service, joined, first + TimeUnit.SECONDS.toNanos(5));
        // 40 % of its full share. Where it took long to come up, it is as old as that at its first call, and due more.
        double secondsOld = (first - launched) / 1e9;
        double due = (secondsOld + 2.5) / 20; // of its weight, in the middle of the 5 s
        assertThat(early)
                .as("share in the 5 s from its first call")
                .isLessThanOrEqualTo(Math.max(0.4 / 3, due / (2 + due)));

        callUntil(service, joined, first + TimeUnit.SECONDS.toNanos(25));
        int calls = 6_000;
        int served = 0;
        for (int i = 0; i < calls; i++) {
            served += service.getOrderInfo(i).getServedBy().equals(joined) ? 1 : 0;
        }
        // Standard deviation of the share: sqrt(1/3 * 2/3 / 6000) = 0.61 points; 3 points are 4.9 of them.
        assertThat((double) served / calls).as("share after 25 s").isCloseTo(1 / 3.0, within(0.03));
    }

    /** Calls one after the other, unhurriedly; returns the share that {@code provider} served. */
    private static double callUntil(OrderService service, String provider, long endNanos) throws InterruptedException {
        long calls = 0;
        long served = 0;
        while (System.nanoTime() - endNanos < 0) {
            calls++;
            served += service.getOrderInfo(calls).getServedBy().equals(provider) ? 1 : 0;
            Thread.sleep(1);
        }
        return (double) served / calls;
    }
}
