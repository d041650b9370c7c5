package io.github.dubboext.lb.dubbo;

import io.github.dubboext.lb.env.Env;
import io.github.dubboext.lb.pick.WarmUp;
import java.util.List;

/**
 * How old the providers of a service are: by the start time that they publish, where the registry lets it through
 * (application-level discovery, Nacos), else by when this consumer first saw them. Thread-safe.
 */
final class Ages {
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final WarmUp warmUp = new WarmUp();
    private final Env env;
    private final long startNanos;

    Ages(Env env) {
        this.env = env;
        this.startNanos = env.nanoTime();
    }

    void observe(List<String> addresses, long longestWarmupMillis) {
        warmUp.observe(addresses, monotonicMillis(), longestWarmupMillis);
    }

    long ageMillis(String address, Parameters parameters) {
        long started = parameters.timestamp();
        if (started <= 0) {
            return warmUp.ageMillis(address, monotonicMillis());
        }
        long uptime = env.wallMillis() - started;
        if (uptime >= 0) {
            return uptime;
        }
        // Its clock is ahead of ours. Dubbo would leave it at weight 1 for as long as that; one warm-up is enough.
        parameters.warn(
                "timestamp: " + started + " (expected: a time in the past; the provider's clock is ahead, and it"
                        + " is taken to have just started)");
        return warmUp.millisSinceFirstSeen(address, monotonicMillis());
    }

    int size() {
        return warmUp.size();
    }

    private long monotonicMillis() {
        return (env.nanoTime() - startNanos) / NANOS_PER_MILLI; // divided alone, it would not survive a wrap
    }
}
