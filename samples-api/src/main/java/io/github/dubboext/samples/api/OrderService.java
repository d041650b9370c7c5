package io.github.dubboext.samples.api;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The service that the sample provider offers and the sample consumer puts under load. */
public interface OrderService {

    /** A plain lookup. Takes as long as the provider's {@code --delay} says. */
    Order getOrderInfo(long orderId);

    /** Several arguments: a customer's first {@code limit} orders of at least {@code minCents}. */
    List<Order> findOrders(String customer, long minCents, int limit);

    /** No argument: who answers, and what it measured about itself since it started. */
    ProviderState getProviderState();

    /** As {@link #getOrderInfo}, without holding a provider thread while it waits. */
    CompletableFuture<Order> getOrderInfoAsync(long orderId);

    /** A slow one: ten times {@code --delay}, and never under 200 ms. */
    Order auditOrder(long orderId);
}
