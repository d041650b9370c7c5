package io.github.dubboext.limit.dubbo;

import io.github.dubboext.limit.core.ConcurrencyLimiter;
import io.github.dubboext.limit.core.LimiterKey;
import io.github.dubboext.limit.core.LimiterKey.Kind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.dubbo.common.URL;

/**
 * The gates of one {@link Scope}, one for each method, and the configuration they follow. All chains of the scope, old
 * ones and new ones, use the same object. Thread-safe.
 */
final class ServiceGates {

    private final Scope scope;
    private final String limitKey;
    private final Limits limits;
    private final ConcurrentMap<String, Gate> gates = new ConcurrentHashMap<>();
    /** Of methods whose own rate is gone: should it come back, it is no second one. */
    private final Map<String, Gate> retired = new HashMap<>();
    /** For configuration only, never for calls. */
    private final ReentrantLock configuring = new ReentrantLock();

    private volatile URL url;
    /** The last one without a bad value, for methods that are first called after a bad one was pushed; may be null. */
    private URL good;

    private volatile MethodNames names;
    /** The gates again, by the name of the call; only names that exist, so it stays small. */
    private volatile ConcurrentMap<String, Gate> called = new ConcurrentHashMap<>();

    /** The protocol told about the URL, and will tell about the next one. */
    private boolean announced;

    /** Who keeps this open, by place. */
    private final Map<Object, Lifecycle.Opened> open = new HashMap<>();

    ServiceGates(Scope scope, Limits limits) {
        this.scope = scope;
        this.limits = limits;
        this.limitKey = scope.kind.name().toLowerCase(Locale.ROOT);
    }

    Gate gateOf(String method) {
        Gate gate = called.get(method);
        return gate != null ? gate : find(method);
    }

    private Gate find(String method) {
        // Before names and url: what they say is remembered for no longer than they hold.
        ConcurrentMap<String, Gate> remember = called;
        Gate gate = gates.get(counted(method));
        if (gate == null) {
            gate = add(method);
        }
        if (names.isKnown(method)) {
            remember.put(method, gate);
        }
        return gate;
    }

    private String counted(String method) {
        String name = names.counted(method, url, limitKey, gates.size());
        return sharesRate(name, url) ? "" : name;
    }

    /** As Dubbo: one rate for the service, but for methods with one of their own. */
    private boolean sharesRate(String method, URL by) {
        return scope.kind == Kind.TPS && !by.hasMethodParameter(method, limitKey);
    }

    private Gate add(String asked) {
        configuring.lock();
        try {
            // Again, by the URL of this moment.
            String method = counted(asked);
            Gate gate = gates.get(method);
            if (gate == null) {
                gate = retired.remove(method);
                if (gate == null) {
                    gate = build(method);
                }
                if (good != null) {
                    gate.configure(good, new ArrayList<>());
                }
                configure(gate, url);
                gates.put(method, gate);
            }
            return gate;
        } finally {
            configuring.unlock();
        }
    }

    private Gate build(String method) {
        LimiterKey key = scope.key(method);
        if (scope.kind == Kind.TPS) {
            return new RateGate(key, limits.clock());
        }
        int limit = ConcurrencyRule.read(scope.kind, url, scope.service, method, null, new ArrayList<>()).limit;
        int expected = Math.max(0, limit);
        ConcurrencyLimiter limiter = limits.limiter(key, expected);
        return scope.kind == Kind.EXECUTES
                ? new ExecuteGate(key, limiter, limits.clock(), expected)
                : new ActiveGate(key, limiter, limits.clock(), expected);
    }

    private void configure(Gate gate, URL by) {
        List<String> problems = new ArrayList<>();
        gate.configure(by, problems);
        if (!announced) { // else told when it was exported or referred
            problems.forEach(problem -> Told.once(problem + "; going on without this value"));
        }
    }

    /**
     * An export or a refer: the URL to follow from now on. Owes a {@link #close}, unless another owner comes to the same
     * place: Dubbo exports anew for each pushed rule, and never unexports the old one.
     */
    void announce(Lifecycle.Opened owner, Class<?> type) {
        configuring.lock();
        try {
            announced = true;
            open.put(owner.place(), owner);
            follow(owner.url(), type);
        } finally {
            configuring.unlock();
        }
    }

    /**
     * First call of a chain: follows its URL, unless the chain is an old one. Although it was announced: when a rule for
     * consumers goes, Dubbo refers under the consumer URL of the rule, and only calls come with the one after it.
     */
    void meet(URL chainUrl, Class<?> type) {
        configuring.lock();
        try {
            if (!announced || open.values().stream().anyMatch(owner -> owner.isFor(chainUrl))) {
                follow(chainUrl, type);
            }
        } finally {
            configuring.unlock();
        }
    }

    private void follow(URL newUrl, Class<?> type) {
        names = new MethodNames(newUrl, type);
        url = newUrl;
        if (ConfigCheck.problems(newUrl, scope.kind != Kind.ACTIVES).isEmpty()) {
            good = newUrl;
        }
        // A method whose own rate is gone is back under that of the service, which it must not have twice.
        for (Map.Entry<String, Gate> gate : gates.entrySet()) {
            String method = gate.getKey();
            if (!method.isEmpty() && sharesRate(method, newUrl)) {
                retired.put(method, gate.getValue());
                gates.remove(method);
            }
        }
        gates.values().forEach(gate -> configure(gate, newUrl));
        called = new ConcurrentHashMap<>();
    }

    /** An unexport or a destroyed reference; the last one ends what waits. */
    void close(Lifecycle.Opened owner) {
        configuring.lock();
        try {
            if (open.remove(owner.place(), owner) && open.isEmpty()) {
                closeWaits();
            }
        } finally {
            configuring.unlock();
        }
    }

    /** Ends what waits now. */
    void closeWaits() {
        gates.values().forEach(Gate::close);
    }

    /** Whether somebody exports or refers it; nobody tells where there is no protocol to tell. */
    boolean isOpen() {
        configuring.lock();
        try {
            return !announced || !open.isEmpty();
        } finally {
            configuring.unlock();
        }
    }

    Collection<Gate> gates() {
        return gates.values();
    }
}
