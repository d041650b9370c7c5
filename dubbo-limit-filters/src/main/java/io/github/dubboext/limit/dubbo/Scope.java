package io.github.dubboext.limit.dubbo;

import io.github.dubboext.limit.core.LimiterKey;
import io.github.dubboext.limit.core.LimiterKey.Kind;
import org.apache.dubbo.common.URL;

/**
 * Whose configuration it is: a service on the provider side; one reference and one provider of it on the consumer side,
 * so that two references keep limits of their own although they share a counter. Immutable.
 *
 * <p>Reads the URL at once and on the calling thread: on application-level discovery its getters ask thread-locals.
 */
final class Scope {

    final Kind kind;
    final String service;
    /** host:port on the consumer side, else empty. */
    final String provider;
    /** Compared by identity; null where references cannot be told apart. */
    private final Object reference;

    private Scope(Kind kind, String service, String provider, Object reference) {
        this.kind = kind;
        this.service = service;
        this.provider = provider;
        this.reference = reference;
    }

    static Scope of(Kind kind, URL url) {
        boolean consumer = kind == Kind.ACTIVES;
        return new Scope(
                kind,
                String.valueOf(url.getServiceKey()),
                consumer ? url.getAddress() : "",
                consumer ? Since3.reference(url) : null);
    }

    LimiterKey key(String method) {
        return new LimiterKey(kind, service, method, provider);
    }

    @Override
    public boolean equals(Object other) {
        if (!(other instanceof Scope)) {
            return false;
        }
        Scope that = (Scope) other;
        return kind == that.kind
                && reference == that.reference
                && service.equals(that.service)
                && provider.equals(that.provider);
    }

    @Override
    public int hashCode() {
        return (service.hashCode() * 31 + provider.hashCode()) * 31 + System.identityHashCode(reference);
    }
}
