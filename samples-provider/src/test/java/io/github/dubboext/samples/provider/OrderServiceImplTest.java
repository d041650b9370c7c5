package io.github.dubboext.samples.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dubboext.samples.api.Order;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class OrderServiceImplTest {
    private static final String ADDRESS = "127.0.0.1:20880";

    private final OrderServiceImpl service = new OrderServiceImpl(ADDRESS, 0, 0, () -> 3);

    @Test
    void lookups_ofEveryKind_areSignedByTheProvider() throws Exception {
        List<Order> answers = new ArrayList<>(service.findOrders("Ada", 500, 2));
        answers.add(service.getOrderInfo(7));
        answers.add(service.getOrderInfoAsync(8).get());

        assertThat(answers).extracting(Order::getServedBy).containsOnly(ADDRESS);
        assertThat(answers).extracting(Order::getId).containsExactly(1L, 2L, 7L, 8L);
        assertThat(service.getProviderState().getCalls()).isEqualTo(3); // a list of orders is one call
    }

    @Test
    void failShare_one_everyLookupThrowsUndeclared() {
        OrderServiceImpl failing = new OrderServiceImpl(ADDRESS, 0, 1, () -> 3);

        assertThatThrownBy(() -> failing.getOrderInfo(1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(ADDRESS);
        assertThat(failing.getOrderInfoAsync(1)).failsWithin(java.time.Duration.ofSeconds(30));
    }

    @Test
    void peakConcurrency_futuresUnderWayTogether_isTheirNumber() {
        // Each takes 100 ms, so all five run together, unless this thread is held up: what was surely under way is
        // counted.
        OrderServiceImpl slow = new OrderServiceImpl(ADDRESS, 100, 0, () -> 3);
        List<CompletableFuture<Order>> sent = new ArrayList<>();
        int most = 0;
        for (int i = 0; i < 5; i++) {
            sent.add(slow.getOrderInfoAsync(i));
            most = Math.max(
                    most, (int) sent.stream().filter(future -> !future.isDone()).count());
        }
        CompletableFuture.allOf(sent.toArray(CompletableFuture[]::new)).join();

        assertThat(slow.getProviderState().getPeakConcurrency()).isBetween(most, 5);
        assertThat(slow.getProviderState().getPeakConcurrency()).isPositive();
    }

    @Test
    void peakConcurrency_oneAfterTheOther_isOne() {
        service.getOrderInfo(1);
        service.getOrderInfo(2);

        assertThat(service.getProviderState().getPeakConcurrency()).isEqualTo(1);
        assertThat(service.getProviderState().getCalls()).isEqualTo(2);
        assertThat(service.getProviderState().getOpenConnections()).isEqualTo(3);
    }
}
