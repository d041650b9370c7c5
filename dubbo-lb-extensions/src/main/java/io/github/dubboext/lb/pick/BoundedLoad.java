package io.github.dubboext.lb.pick;

import io.github.dubboext.lb.env.Env;
import io.github.dubboext.lb.stats.ProviderStats;
import java.util.Arrays;

/**
 * Keeps a popular key from overloading its provider: a provider has room while its calls in flight are below
 * {@code bound * (all calls in flight + 1) * its share of the weights}, rounded up. A call whose provider has none goes on
 * to the next slots of the key, as if that provider were missing, for one lap at most; then to the least loaded. With a
 * bound of 1 or more somebody always has room, as far as counts that change meanwhile allow: T threads that look at the
 * same time can be T - 1 calls over.
 *
 * <p>All calls in flight are those of this consumer and method to the candidates at hand; they are added up, O(n), only
 * if the provider's own calls leave a doubt. Mirrokni, Thorup, Zadimoghaddam, "Consistent Hashing with Bounded Loads",
 * 2018. Thread-safe.
 */
final class BoundedLoad implements Picker {
    /** Bounds are decimal; counted in millionths, products are whole numbers and comparisons exact. */
    private static final double MILLION = 1e6;

    private final HashPicker hash;
    private final double boundMillionths;
    private final Env env;
    private final long[] weights;
    private final ProviderStats[] stats;
    private final long totalWeight;

    BoundedLoad(HashPicker hash, Candidates candidates, double bound, Env env) {
        this.hash = hash;
        this.boundMillionths = Math.rint(bound * MILLION);
        this.env = env;
        int n = candidates.size();
        this.weights = new long[n];
        this.stats = new ProviderStats[n];
        for (int i = 0; i < n; i++) {
            weights[i] = candidates.baseWeight(i);
            stats[i] = candidates.stats(i);
        }
        if (liveWeight(null, false) == 0) {
            Arrays.fill(weights, 1);
        }
        this.totalWeight = liveWeight(null, false);
    }

    @Override
    public int pick(long key, Live live) {
        int home = hash.pick(key, live);
        if (home < 0) {
            return home;
        }
        // Its own calls are among all, the live weights among all weights: if there is room by these, there is room.
        int own = stats[home].inFlight();
        if (hasRoom(own, weights[home], own, totalWeight)) {
            return home;
        }
        long liveWeight = liveWeight(live, false);
        boolean onlyDrained = liveWeight == 0;
        if (onlyDrained) {
            liveWeight = liveWeight(live, true);
        }
        long inFlight = inFlight(live, onlyDrained);
        if (hasRoom(own, weight(home, onlyDrained), inFlight, liveWeight)) {
            return home;
        }
        int next = onlyDrained ? -1 : next(key == KeyHash.ABSENT ? env.nextLong() : key, live, inFlight, liveWeight);
        return next >= 0 ? next : leastLoaded(live, onlyDrained);
    }

    @Override
    public String describe(int index) {
        return hash.describe(index);
    }

    /** One lap from the slot of the key on. */
    private int next(long key, Live live, long inFlight, long liveWeight) {
        int slot = hash.slot(key);
        int step = hash.step(key);
        int lap = hash.lap();
        for (int i = 0; i < lap; i++) {
            int candidate = hash.at(slot);
            if (isLive(live, candidate)
                    && hasRoom(stats[candidate].inFlight(), weights[candidate], inFlight, liveWeight)) {
                return candidate;
            }
            slot = hash.after(slot, step);
        }
        return -1;
    }

    /** Fewest calls in flight for its weight. */
    private int leastLoaded(Live live, boolean onlyDrained) {
        int least = -1;
        long leastInFlight = 0;
        for (int i = 0; i < weights.length; i++) {
            long weight = weight(i, onlyDrained);
            if (weight > 0 && isLive(live, i)) {
                long own = stats[i].inFlight();
                if (least < 0 || own * weight(least, onlyDrained) < leastInFlight * weight) {
                    least = i;
                    leastInFlight = own;
                }
            }
        }
        return least;
    }

    private long liveWeight(Live live, boolean onlyDrained) {
        long sum = 0;
        for (int i = 0; i < weights.length; i++) {
            if (isLive(live, i)) {
                sum += weight(i, onlyDrained);
            }
        }
        return sum;
    }

    private long inFlight(Live live, boolean onlyDrained) {
        long sum = 0;
        for (int i = 0; i < weights.length; i++) {
            if (weight(i, onlyDrained) > 0 && isLive(live, i)) {
                sum += stats[i].inFlight();
            }
        }
        return sum;
    }

    /** Where only drained candidates are live, each counts 1. */
    private long weight(int index, boolean onlyDrained) {
        return onlyDrained ? 1 : weights[index];
    }

    private static boolean isLive(Live live, int index) {
        return live == null || live.contains(index);
    }

    private boolean hasRoom(int own, long weight, long inFlight, long allWeight) {
        // The own count, being whole, is below the rounded-up bound exactly if it is below the bound itself.
        return own * MILLION * allWeight < boundMillionths * (inFlight + 1) * weight;
    }
}
