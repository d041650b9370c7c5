package io.github.dubboext.limit.dubbo;

import io.github.dubboext.limit.core.Clock;
import io.github.dubboext.limit.core.ConcurrencyLimiter;
import io.github.dubboext.limit.core.LimiterKey;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.apache.dubbo.common.URL;
import org.apache.dubbo.rpc.Invoker;

/** The gates of one provider chain, one for each method. */
final class ExecuteGates {

    /** Static: a re-export builds a new chain, and each Dubbo module its own filter; the calls in flight stay. */
    private static final ConcurrentMap<LimiterKey, ConcurrencyLimiter> LIMITERS = new ConcurrentHashMap<>();

    private final ConcurrentMap<String, MethodGate> gates = new ConcurrentHashMap<>();
    private final URL url;
    private final URL statusUrl;

    ExecuteGates(Invoker<?> invoker) {
        this.url = invoker.getUrl();
        this.statusUrl = new StatusUrl(url);
    }

    MethodGate gateOf(String method) {
        MethodGate gate = gates.get(method);
        return gate != null ? gate : gates.computeIfAbsent(method, this::build);
    }

    private MethodGate build(String method) {
        int limit = url.getMethodParameter(method, "executes", 0);
        LimiterKey key = new LimiterKey(LimiterKey.Kind.EXECUTES, url.getServiceKey(), method, "");
        String message = "Failed to invoke method " + method + " of " + key.service()
                + ", cause: The service using threads greater than <dubbo:service executes=\"" + limit
                + "\" /> limited.";
        return new MethodGate(
                LIMITERS.computeIfAbsent(key, k -> new ConcurrencyLimiter()),
                limit,
                statusUrl,
                method,
                new Refusal(message, Clock.SYSTEM.nanoTime()),
                Clock.SYSTEM);
    }
}
