package io.github.dubboext.lb.pick;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Since when a provider of one service has been there, as far as this consumer can know, and what warm-up makes of its
 * weight.
 *
 * <p>A provider in the first list counts as old: it is the consumer that has just started. So does one in the first list
 * after {@code gapMillis} without a list, since nobody looked when it came. Any other is as old as the time since it was
 * first seen, and starts anew if it was missing from the lists for {@value #ABSENT_MILLIS} ms. What no list shows cannot be
 * known: a provider that restarts on its address between two lists, or within those 30 s, stays old.
 *
 * <p>Memory: an entry per provider, forgotten after it was absent for {@value #ABSENT_MILLIS} ms. Thread-safe.
 */
public final class WarmUp {
    /** A provider that was missing for this long is new when it comes back. */
    public static final long ABSENT_MILLIS = 30_000;

    /** Age of a provider that was there before this consumer looked. */
    public static final long OLD = Long.MAX_VALUE;

    private static final long PRESENT = Long.MIN_VALUE;

    private static final class Seen {
        final long firstMillis;
        boolean old;
        long missingSinceMillis = PRESENT;

        Seen(long firstMillis, boolean old) {
            this.firstMillis = firstMillis;
            this.old = old;
        }

        boolean isGone(long nowMillis) {
            return missingSinceMillis != PRESENT && nowMillis - missingSinceMillis >= ABSENT_MILLIS;
        }
    }

    private final Map<String, Seen> seen = new HashMap<>();
    private long observedMillis;
    private boolean observedBefore;

    /**
     * Takes note of a list. O(n).
     *
     * @param addresses every provider that the registry shows, before any routing
     * @param nowMillis monotonic
     * @param gapMillis a longer time since the last list makes this one a first list: the longest warm-up in it
     */
    public synchronized void observe(List<String> addresses, long nowMillis, long gapMillis) {
        boolean first = !observedBefore || nowMillis - observedMillis > gapMillis;
        observedBefore = true;
        observedMillis = nowMillis;
        if (first) { // keeps when each was first seen: a clock that is ahead restarts no warm-up
            seen.values().removeIf(known -> known.isGone(nowMillis));
            seen.values().forEach(known -> known.old = true);
        }
        for (String address : addresses) {
            Seen known = seen.get(address);
            if (known == null || known.isGone(nowMillis)) {
                seen.put(address, new Seen(nowMillis, first));
            } else {
                known.missingSinceMillis = PRESENT;
            }
        }
        Set<String> present =
                new HashSet<>(addresses); // of several groups, an address stands in the list several times
        if (seen.size() > present.size()) {
            noteMissing(present, nowMillis);
        }
    }

    private void noteMissing(Set<String> present, long nowMillis) {
        for (Iterator<Map.Entry<String, Seen>> each = seen.entrySet().iterator(); each.hasNext(); ) {
            Map.Entry<String, Seen> entry = each.next();
            Seen known = entry.getValue();
            if (!present.contains(entry.getKey())) {
                if (known.missingSinceMillis == PRESENT) {
                    known.missingSinceMillis = nowMillis;
                } else if (known.isGone(nowMillis)) {
                    each.remove();
                }
            }
        }
    }

    /** Milliseconds since {@code address} was first seen, whether or not that was in a first list; 0 if it never was. */
    public synchronized long millisSinceFirstSeen(String address, long nowMillis) {
        Seen known = seen.get(address);
        return known == null ? 0 : nowMillis - known.firstMillis;
    }

    /** Age of {@code address} in milliseconds, or {@link #OLD}; 0 if it was never seen. */
    public synchronized long ageMillis(String address, long nowMillis) {
        Seen known = seen.get(address);
        if (known == null) {
            return 0;
        }
        return known.old ? OLD : nowMillis - known.firstMillis;
    }

    public synchronized int size() {
        return seen.size();
    }

    /**
     * Weights after warm-up: Dubbo's linear rule, weight times age over warm-up, rounded down, at least 1 and at most
     * the weight itself, in whole numbers. Weight 0 stays 0; a warm-up of 0 is none.
     *
     * <p>If nobody is warm yet, the ages are taken relative to the warmest: providers that started together have the shares
     * that their weights say, not all the same because all are rounded up to 1. There the first hundredth of the warm-up counts
     * as one age, as the least weight of 1 does for the usual weight of 100.
     *
     * @param weights as configured; not changed
     * @param agesMillis {@link #OLD} for a provider that is warm whatever its warm-up
     * @param warmupsMillis 0 or more
     */
    public static long[] weights(long[] weights, long[] agesMillis, long[] warmupsMillis) {
        int n = weights.length;
        double warmest = 0;
        for (int i = 0; i < n; i++) {
            warmest = Math.max(warmest, warmth(agesMillis[i], warmupsMillis[i]));
        }
        long[] warm = new long[n];
        for (int i = 0; i < n; i++) {
            if (weights[i] == 0 || agesMillis[i] >= warmupsMillis[i]) {
                warm[i] = weights[i];
            } else if (warmest == 1) {
                warm[i] = Math.max(1, weights[i] * agesMillis[i] / warmupsMillis[i]);
            } else {
                double relative = Math.max(warmth(agesMillis[i], warmupsMillis[i]), 0.01) / Math.max(warmest, 0.01);
                warm[i] = Math.max(1, (long) (weights[i] * relative));
            }
        }
        return warm;
    }

    private static double warmth(long ageMillis, long warmupMillis) {
        return ageMillis >= warmupMillis ? 1 : (double) ageMillis / warmupMillis;
    }
}
