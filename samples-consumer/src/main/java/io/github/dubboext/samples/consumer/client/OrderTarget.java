package io.github.dubboext.samples.consumer.client;

import io.github.dubboext.samples.api.Order;
import io.github.dubboext.samples.api.OrderService;
import io.github.dubboext.samples.consumer.load.Answer;
import io.github.dubboext.samples.consumer.load.Outcome;
import io.github.dubboext.samples.consumer.load.Target;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Looks orders up. An answer names its provider itself; for a failed call it is the one last tried. */
public final class OrderTarget implements Target {
    private final OrderService service;

    public OrderTarget(OrderService service) {
        this.service = service;
    }

    @Override
    public Answer call(long key) {
        AttemptFilter.takeLast();
        try {
            return answered(service.getOrderInfo(key));
        } catch (Exception e) {
            return failed(e, AttemptFilter.takeLast());
        }
    }

    @Override
    public CompletableFuture<Answer> callAsync(long key) {
        AttemptFilter.takeLast();
        try {
            CompletableFuture<Order> order = service.getOrderInfoAsync(key);
            String provider = AttemptFilter.takeLast();
            return order.handle((result, failure) -> failure == null ? answered(result) : failed(failure, provider));
        } catch (Exception e) {
            return CompletableFuture.completedFuture(failed(e, AttemptFilter.takeLast()));
        }
    }

    @Override
    public Map<String, Integer> inFlight() {
        return InFlightFilter.now();
    }

    private static Answer answered(Order order) {
        return new Answer(Outcome.OK, order.getServedBy());
    }

    private static Answer failed(Throwable failure, String provider) {
        return new Answer(Failures.classify(failure), provider, Failures.reason(failure));
    }
}
