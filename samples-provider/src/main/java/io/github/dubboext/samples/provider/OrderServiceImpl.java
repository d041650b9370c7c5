package io.github.dubboext.samples.provider;

import io.github.dubboext.samples.api.Order;
import io.github.dubboext.samples.api.OrderService;
import io.github.dubboext.samples.api.ProviderState;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import java.util.stream.LongStream;

/** Makes orders up, takes its time on request, fails on request, and counts what really runs. */
public final class OrderServiceImpl implements OrderService {
    private static final long AUDIT_MIN_MILLIS = 200;

    private final String address;
    private final long delayMillis;
    private final double failShare;
    private final IntSupplier openConnections;

    private final LongAdder calls = new LongAdder();
    private final AtomicInteger running = new AtomicInteger();
    private final AtomicInteger peak = new AtomicInteger();

    /**
     * @param address {@code host:port} to sign the answers with
     * @param delayMillis what each lookup takes
     * @param failShare 0 to 1: how many lookups throw
     * @param openConnections to this provider, at the moment when it is asked
     */
    public OrderServiceImpl(String address, long delayMillis, double failShare, IntSupplier openConnections) {
        this.address = address;
        this.delayMillis = delayMillis;
        this.failShare = failShare;
        this.openConnections = openConnections;
    }

    @Override
    public Order getOrderInfo(long orderId) {
        return lookup(delayMillis, () -> order(orderId));
    }

    @Override
    public List<Order> findOrders(String customer, long minCents, int limit) {
        return lookup(
                delayMillis,
                () -> LongStream.iterate(1, id -> id + 1)
                        .limit(limit)
                        .mapToObj(id -> new Order(id, customer, minCents + id, address))
                        .toList());
    }

    @Override
    public CompletableFuture<Order> getOrderInfoAsync(long orderId) {
        enter();
        Executor later = CompletableFuture.delayedExecutor(delayMillis, TimeUnit.MILLISECONDS);
        return CompletableFuture.supplyAsync(
                        () -> {
                            failSometimes();
                            return order(orderId);
                        },
                        later)
                .whenComplete((order, failure) -> running.decrementAndGet());
    }

    @Override
    public Order auditOrder(long orderId) {
        return lookup(Math.max(AUDIT_MIN_MILLIS, 10 * delayMillis), () -> order(orderId));
    }

    @Override
    public ProviderState getProviderState() {
        return new ProviderState(address, calls.sum(), running.get(), peak.get(), openConnections.getAsInt());
    }

    private <T> T lookup(long millis, Supplier<T> answer) {
        enter();
        try {
            if (millis > 0) {
                Thread.sleep(millis);
            }
            failSometimes();
            return answer.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted on " + address, e);
        } finally {
            running.decrementAndGet();
        }
    }

    private void enter() {
        calls.increment();
        peak.accumulateAndGet(running.incrementAndGet(), Math::max);
    }

    private void failSometimes() {
        if (failShare > 0 && ThreadLocalRandom.current().nextDouble() < failShare) {
            throw new IllegalStateException("Failing on request, on " + address);
        }
    }

    private Order order(long orderId) {
        return new Order(orderId, "customer-" + orderId % 1000, 100 * (orderId % 10_000), address);
    }
}
