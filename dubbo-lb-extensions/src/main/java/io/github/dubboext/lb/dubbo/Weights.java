package io.github.dubboext.lb.dubbo;

import static org.apache.dubbo.common.constants.RegistryConstants.REGISTRY_SERVICE_REFERENCE_PATH;

import io.github.dubboext.lb.pick.WarmUp;
import java.util.Arrays;
import org.apache.dubbo.common.URL;
import org.apache.dubbo.rpc.Invoker;
import org.apache.dubbo.rpc.cluster.ClusterInvoker;

/**
 * The weights of one generation for one method, read from its URLs at one moment. Immutable.
 *
 * <p>Keys and defaults are Dubbo's: {@code weight} (100), {@code warmup} (600,000 ms; 0 is none), {@code timestamp}, method
 * before service. Between registries the registry's own weight counts, without warm-up.
 */
final class Weights {
    private static final int DEFAULT_WEIGHT = 100;
    private static final int DEFAULT_WARMUP_MILLIS = 600_000;

    final long[] base;
    final long[] effective;
    final long longestWarmupMillis;

    private Weights(long[] base, long[] effective, long longestWarmupMillis) {
        this.base = base;
        this.effective = effective;
        this.longestWarmupMillis = longestWarmupMillis;
    }

    /**
     * O(n), with a few look-ups in each URL.
     *
     * @param ages knows the providers of this generation already
     */
    static Weights read(Generation<?> generation, String method, Ages ages, Warnings warnings) {
        int n = generation.size();
        long[] base = new long[n];
        long[] agesMillis = new long[n];
        long[] warmupsMillis = new long[n];
        long longest = 0;
        for (int i = 0; i < n; i++) {
            Invoker<?> invoker = generation.invokers[i];
            URL url = weightUrl(invoker);
            boolean registry = REGISTRY_SERVICE_REFERENCE_PATH.equals(url.getServiceInterface());
            base[i] = weight(new Parameters(url, registry ? "" : method, warnings));
            agesMillis[i] = WarmUp.OLD;
            if (!registry && base[i] > 0) {
                Parameters parameters = new Parameters(invoker.getUrl(), method, warnings);
                warmupsMillis[i] = parameters.integer("warmup", DEFAULT_WARMUP_MILLIS, 0, Integer.MAX_VALUE);
                agesMillis[i] = ages.ageMillis(generation.addresses.get(i), parameters);
                longest = Math.max(longest, warmupsMillis[i]);
            }
        }
        return new Weights(base, WarmUp.weights(base, agesMillis, warmupsMillis), longest);
    }

    /** Where the weight of an invoker stands: of a cluster (one of several registries) at its registry. */
    private static URL weightUrl(Invoker<?> invoker) {
        URL registry = invoker instanceof ClusterInvoker ? ((ClusterInvoker<?>) invoker).getRegistryUrl() : null;
        return registry != null ? registry : invoker.getUrl();
    }

    static String address(Invoker<?> invoker) {
        return weightUrl(invoker).getAddress();
    }

    private static long weight(Parameters parameters) {
        String text = parameters.text("weight");
        if (text == null) {
            return DEFAULT_WEIGHT;
        }
        int used = DEFAULT_WEIGHT;
        try {
            int weight = Integer.parseInt(text);
            if (weight >= 0) {
                return weight;
            }
            used = 0;
        } catch (NumberFormatException e) {
            // told below, like a negative number
        }
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
