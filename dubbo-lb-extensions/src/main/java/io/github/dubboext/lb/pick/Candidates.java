package io.github.dubboext.lb.pick;

import io.github.dubboext.lb.stats.ProviderStats;

/** The providers of one generation of a list, as numbers: read-only, and the same from any thread. */
public interface Candidates {

    int size();

    /**
     * Effective weight of candidate {@code index}: what is configured, times how warm it is; from 0 to
     * {@link Integer#MAX_VALUE}. If no weight is positive, all count as equal.
     */
    long weight(int index);

    /** Weight as configured, before warm-up: for strategies in which no warm-up may move a key. */
    long baseWeight(int index);

    /** Whether each is a group of providers (of one registry), among which the same strategy chooses next in the same call. */
    default boolean areGroups() {
        return false;
    }

    /** {@code host:port}, which identifies a provider across consumers, restarts and list orders. */
    String address(int index);

    /** What calls to candidate {@code index} have shown; survives list changes. */
    ProviderStats stats(int index);
}
