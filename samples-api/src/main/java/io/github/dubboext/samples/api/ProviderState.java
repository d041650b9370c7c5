package io.github.dubboext.samples.api;

import java.io.Serializable;

/** What one provider counted itself, so that a limit can be judged where it has to hold. */
public final class ProviderState implements Serializable {
    private static final long serialVersionUID = 1L;

    private String address;
    private long calls;
    private int running;
    private int peakConcurrency;
    private int openConnections;

    /** For deserialisation. */
    public ProviderState() {}

    public ProviderState(String address, long calls, int running, int peakConcurrency, int openConnections) {
        this.address = address;
        this.calls = calls;
        this.running = running;
        this.peakConcurrency = peakConcurrency;
        this.openConnections = openConnections;
    }

    /** {@code host:port}. */
    public String getAddress() {
        return address;
    }

    /** Lookups that reached the service itself since the provider started. */
    public long getCalls() {
        return calls;
    }

    /** Lookups that run at this moment. */
    public int getRunning() {
        return running;
    }

    /** The most lookups that ever ran at the same moment. */
    public int getPeakConcurrency() {
        return peakConcurrency;
    }

    /** Connections that consumers have open to it at this moment, the one that asks included. */
    public int getOpenConnections() {
        return openConnections;
    }

    @Override
    public String toString() {
        return address + ": " + calls + " calls, " + running + " running, at most " + peakConcurrency + " at a time";
    }
}
