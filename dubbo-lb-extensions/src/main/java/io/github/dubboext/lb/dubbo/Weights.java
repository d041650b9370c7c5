package io.github.dubboext.lb.dubbo;

import static org.apache.dubbo.common.constants.RegistryConstants.REGISTRY_SERVICE_REFERENCE_PATH;

import io.github.dubboext.lb.pick.WarmUp;
import java.util.Arrays;
import java.util.List;
import org.apache.dubbo.common.URL;
import org.apache.dubbo.rpc.Invoker;
import org.apache.dubbo.rpc.cluster.ClusterInvoker;

/**
 * The weights of one generation for one method, read from its URLs at one moment. Immutable.
 *
 * <p>Keys and defaults are Dubbo's: {@code weight} (100), {@code warmup} (600,000 ms; 0 or less is none), {@code timestamp}, method
 * before service. Between registries the registry's own weight counts, without warm-up.
 */
final class Weights {
    private static final int DEFAULT_WEIGHT = 100;
    private static final int DEFAULT_WARMUP_MILLIS = 600_000;

    /** Stands for the URL of an invoker that does not tell it, being destroyed for instance. */
    private static final URL UNREADABLE = URL.valueOf("unreadable://0.0.0.0");

    private final List<String> addresses;
    final long[] base;
    final long[] effective;

    private Weights(List<String> addresses, long[] base, long[] effective) {
        this.addresses = addresses;
        this.base = base;
        this.effective = effective;
    }

    /**
     * O(n), with a few look-ups in each URL.
     *
     * @param last what holds for a provider whose weight cannot be used; may be null
     */
    static Weights read(Generation<?> generation, String method, Service<?> service, Weights last, Warnings warnings) {
        int n = generation.size();
        long[] base = new long[n];
        long[] warmupsMillis = new long[n];
        Parameters[] warming = new Parameters[n];
        long longest = 0;
        for (int i = 0; i < n; i++) {
            Invoker<?> invoker = generation.invokers[i];
            URL url = weightUrl(invoker);
            // Not by equals: the URLs of application-level discovery throw when they are compared with another kind.
            if (UNREADABLE.getProtocol().equals(url.getProtocol())) {
                warnings.warn("url: none (expected: the URL of a provider) for " + method + " at an invoker of "
                        + invoker.getClass().getName() + "; using weight " + DEFAULT_WEIGHT);
            }
            boolean registry = REGISTRY_SERVICE_REFERENCE_PATH.equals(url.getServiceInterface());
            String address = generation.addresses.get(i);
            base[i] = weight(new Parameters(url, registry ? "" : method, warnings), last, address);
            if (!registry && base[i] > 0) {
                URL own = url(invoker);
                int warmupMillis = new Parameters(own, method, warnings)
                        .integer("warmup", DEFAULT_WARMUP_MILLIS, Integer.MIN_VALUE, Integer.MAX_VALUE);
                warmupsMillis[i] = Math.max(0, warmupMillis);
                warming[i] = new Parameters(own, "", warnings); // it started once, not for each method
                longest = Math.max(longest, warmupsMillis[i]);
            }
        }
        service.observe(generation, longest); // before the ages are asked for, and with a newcomer's own warm-up
        long[] agesMillis = new long[n];
        for (int i = 0; i < n; i++) {
            agesMillis[i] =
                    warming[i] == null ? WarmUp.OLD : service.ages.ageMillis(generation.addresses.get(i), warming[i]);
        }
        return new Weights(generation.addresses, base, WarmUp.weights(base, agesMillis, warmupsMillis));
    }

    /** Where the weight of an invoker stands: of a cluster (one of several registries) at its registry. */
    private static URL weightUrl(Invoker<?> invoker) {
        try {
            URL registry = invoker instanceof ClusterInvoker ? ((ClusterInvoker<?>) invoker).getRegistryUrl() : null;
            return registry != null ? registry : url(invoker);
        } catch (RuntimeException e) {
            return UNREADABLE;
        }
    }

    /** The URL of an invoker; {@link #UNREADABLE} where it has none: calls to the others must not fail for it. */
    static URL url(Invoker<?> invoker) {
        try {
            URL url = invoker.getUrl();
            return url != null ? url : UNREADABLE;
        } catch (RuntimeException e) {
            return UNREADABLE;
        }
    }

    /** {@code host:port}; empty where the URL has no host. */
    static String address(Invoker<?> invoker) {
        String address = weightUrl(invoker).getAddress();
        return address == null ? "" : address;
    }

    private static long weight(Parameters parameters, Weights last, String address) {
        String text = parameters.text("weight");
        if (text == null) {
            return DEFAULT_WEIGHT;
        }
        try {
            int weight = Integer.parseInt(text);
            if (weight >= 0) {
                return weight;
            }
        } catch (NumberFormatException e) {
            // told below, like a negative number
        }
        int known = last == null ? -1 : last.addresses.indexOf(address);
        long used = known >= 0 ? last.base[known] : text.matches("-[0-9.]+") ? 0 : DEFAULT_WEIGHT;
        parameters.reject("weight", text, "an integer of 0 or more", String.valueOf(used));
        return used;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Weights
                && Arrays.equals(base, ((Weights) other).base)
                && Arrays.equals(effective, ((Weights) other).effective);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(effective);
    }
}
