package io.github.dubboext.limit;

import io.github.dubboext.limit.dubbo.Introduction;
import io.github.dubboext.limit.dubbo.Lifecycle;
import io.github.dubboext.limit.dubbo.Limits;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.dubbo.common.URL;
import org.apache.dubbo.rpc.Exporter;
import org.apache.dubbo.rpc.Invocation;
import org.apache.dubbo.rpc.Invoker;
import org.apache.dubbo.rpc.Protocol;
import org.apache.dubbo.rpc.ProtocolServer;
import org.apache.dubbo.rpc.Result;

/**
 * Wraps each protocol to learn what filters are never told: that a service is exported or referred, with which limits,
 * and that it is gone. A bad limit in its own configuration fails here, at the first export or refer.
 */
public final class LimitProtocol implements Protocol {

    private static final Lifecycle LIFECYCLE = new Lifecycle(Limits.SHARED);

    private final Protocol protocol;
    private final Set<Lifecycle.Opened> opened = ConcurrentHashMap.newKeySet();

    /** The constructor that makes this a wrapper in Dubbo's eyes. */
    public LimitProtocol(Protocol protocol) {
        this.protocol = protocol;
        Introduction.sayOnce();
    }

    @Override
    public int getDefaultPort() {
        return protocol.getDefaultPort();
    }

    @Override
    public <T> Exporter<T> export(Invoker<T> invoker) {
        URL url = invoker.getUrl();
        if (Lifecycle.isRegistry(url)) {
            LIFECYCLE.checkExport(url);
            return protocol.export(invoker);
        }
        Lifecycle.Opened open = LIFECYCLE.export(url, invoker.getInterface());
        try {
            Exporter<T> exporter = protocol.export(invoker);
            opened.removeIf(open::replaces);
            opened.add(open);
            return new LimitedExporter<>(exporter, open, this);
        } catch (Throwable e) {
            open.close();
            throw e;
        }
    }

    @Override
    public <T> Invoker<T> refer(Class<T> type, URL url) {
        if (Lifecycle.isRegistry(url)) {
            LIFECYCLE.checkRefer(url);
            return protocol.refer(type, url);
        }
        Lifecycle.Opened open = LIFECYCLE.refer(url, type);
        try {
            Invoker<T> invoker = protocol.refer(type, url);
            opened.add(open);
            return new LimitedInvoker<>(invoker, open, this);
        } catch (Throwable e) {
            open.close();
            throw e;
        }
    }

    private void close(Lifecycle.Opened open) {
        opened.remove(open);
        open.close();
    }

    @Override
    public void destroy() {
        // First, so that nothing waits for what is about to go.
        opened.forEach(Lifecycle.Opened::shutDown);
        opened.clear();
        protocol.destroy();
    }

    @Override
    public List<ProtocolServer> getServers() {
        return protocol.getServers();
    }

    private static final class LimitedExporter<T> implements Exporter<T> {
        private final Exporter<T> exporter;
        private final Lifecycle.Opened open;
        private final LimitProtocol owner;

        LimitedExporter(Exporter<T> exporter, Lifecycle.Opened open, LimitProtocol owner) {
            this.exporter = exporter;
            this.open = open;
            this.owner = owner;
        }

        @Override
        public Invoker<T> getInvoker() {
            return exporter.getInvoker();
        }

        @Override
        public void unexport() {
            owner.close(open);
            exporter.unexport();
        }

        // These two are new in Dubbo 3.2; older versions never call them.
        @Override
        public void register() {
            exporter.register();
        }

        @Override
        public void unregister() {
            exporter.unregister();
        }
    }

    private static final class LimitedInvoker<T> implements Invoker<T> {
        private final Invoker<T> invoker;
        private final Lifecycle.Opened open;
        private final LimitProtocol owner;

        LimitedInvoker(Invoker<T> invoker, Lifecycle.Opened open, LimitProtocol owner) {
            this.invoker = invoker;
            this.open = open;
            this.owner = owner;
        }

        @Override
        public Class<T> getInterface() {
            return invoker.getInterface();
        }

        @Override
        public Result invoke(Invocation invocation) {
            return invoker.invoke(invocation);
        }

        @Override
        public URL getUrl() {
            return invoker.getUrl();
        }

        @Override
        public boolean isAvailable() {
            return invoker.isAvailable();
        }

        @Override
        public void destroy() {
            owner.close(open);
            invoker.destroy();
        }

        @Override
        public String toString() {
            return invoker.toString();
        }
    }
}
