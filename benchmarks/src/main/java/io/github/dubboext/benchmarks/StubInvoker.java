package io.github.dubboext.benchmarks;

import org.apache.dubbo.common.URL;
import org.apache.dubbo.rpc.Invoker;

/** A provider without a network: always there. What a call to it does is up to its kind. */
public abstract class StubInvoker<T> implements Invoker<T> {
    private final Class<T> type;
    private final URL url;

    protected StubInvoker(Class<T> type, URL url) {
        this.type = type;
        this.url = url;
    }

    @Override
    public final Class<T> getInterface() {
        return type;
    }

    @Override
    public final URL getUrl() {
        return url;
    }

    @Override
    public final boolean isAvailable() {
        return true;
    }

    @Override
    public final void destroy() {}
}
