package io.github.dubboext.limit.core;

/**
 * What a counter counts: calls of one method of one service (group/interface:version) on one side, and on the consumer
 * side at one provider. Two keys are equal when all four parts are.
 *
 * <p>Immutable.
 */
public final class LimiterKey {

    /** Which filter counts. Provider and consumer of one JVM never share a counter. */
    public enum Kind {
        EXECUTES,
        ACTIVES,
        TPS
    }

    private final Kind kind;
    private final String service;
    private final String method;
    private final String provider;
    private final int hash;

    /** {@code provider} is the provider's address on the consumer side and empty on the provider side. */
    public LimiterKey(Kind kind, String service, String method, String provider) {
        this.kind = kind;
        this.service = service;
        this.method = method;
        this.provider = provider;
        this.hash = ((kind.hashCode() * 31 + service.hashCode()) * 31 + method.hashCode()) * 31 + provider.hashCode();
    }

    public Kind kind() {
        return kind;
    }

    /** group/interface:version, without the parts that are not set. */
    public String service() {
        return service;
    }

    public String method() {
        return method;
    }

    public String provider() {
        return provider;
    }

    @Override
    public boolean equals(Object other) {
        if (!(other instanceof LimiterKey)) {
            return false;
        }
        LimiterKey that = (LimiterKey) other;
        return hash == that.hash
                && kind == that.kind
                && method.equals(that.method)
                && service.equals(that.service)
                && provider.equals(that.provider);
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public String toString() {
        return kind + " " + service + "." + method + (provider.isEmpty() ? "" : " at " + provider);
    }
}
