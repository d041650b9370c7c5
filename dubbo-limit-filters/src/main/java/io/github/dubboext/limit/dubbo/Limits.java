package io.github.dubboext.limit.dubbo;

import io.github.dubboext.limit.core.Clock;
import io.github.dubboext.limit.core.ConcurrencyLimiter;
import io.github.dubboext.limit.core.LimitSnapshot;
import io.github.dubboext.limit.core.LimiterKey;
import io.github.dubboext.limit.core.LimiterKey.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.dubbo.common.URL;
import org.apache.dubbo.rpc.Invocation;
import org.apache.dubbo.rpc.Invoker;
import org.apache.dubbo.rpc.Result;

/**
 * All limits of a JVM. There is one for the filters, {@link #SHARED}: a re-export builds a new chain, and each Dubbo
 * module has filters of its own, but the calls in flight are the same. Thread-safe.
 */
public final class Limits {

    public static final Limits SHARED = new Limits(Clock.SYSTEM);

    private static final long WATCH_EVERY_MILLIS = 2_000;
    private static final long METERS_EVERY_MILLIS = 5_000;

    /** One chain: the gates it shares, and the URL under which {@code RpcStatus} counts its calls. */
    private static final class Chain {
        final ServiceGates gates;
        final StatusUrl status;

        Chain(ServiceGates gates, StatusUrl status) {
            this.gates = gates;
            this.status = status;
        }
    }

    private final Clock clock;
    private final WeakTable<LimiterKey, ConcurrencyLimiter> limiters = new WeakTable<>();
    private final WeakTable<Scope, ServiceGates> services = new WeakTable<>();
    private final PerInvoker<Chain> executes = new PerInvoker<>(invoker -> chain(Kind.EXECUTES, invoker));
    private final PerInvoker<Chain> actives = new PerInvoker<>(invoker -> chain(Kind.ACTIVES, invoker));
    private final PerInvoker<Chain> tps = new PerInvoker<>(invoker -> chain(Kind.TPS, invoker));
    private final AtomicBoolean watching = new AtomicBoolean();

    public Limits(Clock clock) {
        this.clock = clock;
    }

    /** The provider's concurrency limit. */
    public Result executes(Invoker<?> next, Invocation invocation) {
        return pass(executes, next, invocation);
    }

    /** The consumer's concurrency limit. */
    public Result actives(Invoker<?> next, Invocation invocation) {
        return pass(actives, next, invocation);
    }

    /** The provider's rate limit. */
    public Result tps(Invoker<?> next, Invocation invocation) {
        return pass(tps, next, invocation);
    }

    private static Result pass(PerInvoker<Chain> chains, Invoker<?> next, Invocation invocation) {
        Chain chain = chains.get(next);
        return chain.gates.gateOf(MethodNames.of(invocation)).pass(next, invocation, chain.status);
    }

    private Chain chain(Kind kind, Invoker<?> invoker) {
        URL url = invoker.getUrl();
        ServiceGates gates = service(kind, url);
        gates.meet(url, invoker.getInterface());
        startWatching();
        return new Chain(gates, new StatusUrl(url));
    }

    ServiceGates service(Kind kind, URL url) {
        Scope scope = Scope.of(kind, url);
        return services.getOrAdd(scope, () -> new ServiceGates(scope, this));
    }

    ConcurrencyLimiter limiter(LimiterKey key, int expected) {
        return limiters.getOrAdd(key, () -> new ConcurrencyLimiter(expected, clock.nanoTime()));
    }

    Clock clock() {
        return clock;
    }

    private void startWatching() {
        if (clock == Clock.SYSTEM && watching.compareAndSet(false, true)) {
            Background.every(WATCH_EVERY_MILLIS, this::watch);
            Runnable meters = Micrometer.meters(this::snapshotsInUse, clock);
            if (meters != null) {
                // Not on the timer's thread, for which calls wait.
                Runnable update = Background.goingOn(meters);
                Background.every(METERS_EVERY_MILLIS, () -> Background.run(update));
            }
        }
    }

    /** Looks once for permits that do not come back. For one thread at a time. */
    public void watch() {
        long now = clock.nanoTime();
        for (ServiceGates service : services.values()) {
            service.gates().forEach(gate -> gate.watch(now));
        }
    }

    /** Every limit that has had a call, in no order; one for each reference where several share a counter. */
    public List<LimitSnapshot> snapshots() {
        List<LimitSnapshot> all = new ArrayList<>();
        for (ServiceGates service : services.values()) {
            service.gates().forEach(gate -> all.add(gate.snapshot()));
        }
        return all;
    }

    /** As {@link #snapshots}, without those whose service is unexported or reference destroyed, once they are idle. */
    public List<LimitSnapshot> snapshotsInUse() {
        List<LimitSnapshot> all = new ArrayList<>();
        for (ServiceGates service : services.values()) {
            boolean open = service.isOpen();
            for (Gate gate : service.gates()) {
                LimitSnapshot snapshot = gate.snapshot();
                if (open || snapshot.inFlight() > 0 || snapshot.waiting() > 0) {
                    all.add(snapshot);
                }
            }
        }
        return all;
    }
}
