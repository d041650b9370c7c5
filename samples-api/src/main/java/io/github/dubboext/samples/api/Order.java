package io.github.dubboext.samples.api;

import java.io.Serializable;

/** An order, and which provider looked it up. */
public final class Order implements Serializable {
    private static final long serialVersionUID = 1L;

    private long id;
    private String customer;
    private long totalCents;
    private String servedBy;

    /** For deserialisation. */
    public Order() {}

    public Order(long id, String customer, long totalCents, String servedBy) {
        this.id = id;
        this.customer = customer;
        this.totalCents = totalCents;
        this.servedBy = servedBy;
    }

    public long getId() {
        return id;
    }

    public String getCustomer() {
        return customer;
    }

    public long getTotalCents() {
        return totalCents;
    }

    /** {@code host:port} of the provider that answered, as it is registered. */
    public String getServedBy() {
        return servedBy;
    }

    @Override
    public String toString() {
        return "Order " + id + " of " + customer + ": " + totalCents + " cents, from " + servedBy;
    }
}
