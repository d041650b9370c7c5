package io.github.dubboext.lb.stats;

import java.util.List;

/** How the calls of one service and method are balanced by one strategy, at one moment. Immutable. */
public final class MethodSnapshot {
    private final String strategy;
    private final String service;
    private final String method;
    private final long redraws;
    private final long rebuilds;
    private final List<ProviderSnapshot> providers;

    /** @param providers not to be changed any more */
    public MethodSnapshot(
            String strategy,
            String service,
            String method,
            long redraws,
            long rebuilds,
            List<ProviderSnapshot> providers) {
        this.strategy = strategy;
        this.service = service;
        this.method = method;
        this.redraws = redraws;
        this.rebuilds = rebuilds;
        this.providers = providers;
    }

    /** The value of {@code loadbalance}. */
    public String strategy() {
        return strategy;
    }

    /** group/interface:version, without the parts that are not set. */
    public String service() {
        return service;
    }

    /** Empty for all methods that came after the first 500. */
    public String method() {
        return method;
    }

    /** Picks whose first draw the list of the call did not hold, so that another had to be drawn. */
    public long redraws() {
        return redraws;
    }

    /** Tables made, because a list, a weight or a setting had changed. */
    public long rebuilds() {
        return rebuilds;
    }

    public List<ProviderSnapshot> providers() {
        return providers;
    }

    /** Picks of all providers in the last minute. */
    public long picksLastMinute() {
        return providers.stream().mapToLong(ProviderSnapshot::picksLastMinute).sum();
    }
}
