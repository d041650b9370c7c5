package io.github.dubboext.lb.pick;

import io.github.dubboext.lb.env.Env;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;

/**
 * The same key to the same provider, on a ring of points: each provider has {@code nodes} points, a key belongs to the
 * next point from its own place on. The points are those of Dubbo's {@code consistenthash}, so with equal nodes and keys
 * both agree: points 4i to 4i+3 of a provider are the four words of MD5(address + i). A list that loses a provider moves
 * that provider's keys and no other.
 *
 * <p>The busiest provider gets about 1.2 times the mean with 160 points, 1.1 with 1,000. O(p log p) to build with p points
 * in all, O(log p) a pick, 8 bytes a point. Karger et al., "Consistent Hashing and Random Trees", 1997. Thread-safe.
 */
public final class RingHash extends HashStrategy {
    /** Points of a provider of the usual weight. */
    public static final int DEFAULT_NODES = 160;

    private static final long USUAL_WEIGHT = 100;

    private final int nodes;
    private final boolean weighted;

    /**
     * @param nodes points of a provider, from 1 up
     * @param weighted whether points go by weight: {@code nodes} of them for a weight of 100
     * @param bound see {@link BoundedLoad}; 0 for none
     */
    public RingHash(int nodes, boolean weighted, double bound, Env env) {
        super(weighted, bound, env);
        this.nodes = nodes;
        this.weighted = weighted;
    }

    @Override
    HashTable table(Members members) {
        int[] counts = new int[members.size()];
        long unit = weighted ? weightOfNodes(members) : 1;
        int total = 0;
        for (int rank = 0; rank < counts.length; rank++) {
            if (!members.drained(rank)) {
                counts[rank] = (int) Math.max(1, (nodes * members.weight(rank) + unit / 2) / unit);
                total += counts[rank];
            }
        }
        // Place in the upper half, rank in the lower: one sort orders both, and on one place the lower address is
        // first.
        long[] points = new long[total];
        MessageDigest md5 = KeyHash.newMd5();
        int at = 0;
        for (int rank = 0; rank < counts.length; rank++) {
            byte[] digest = null;
            for (int i = 0; i < counts[rank]; i++) {
                if (i % 4 == 0) {
                    digest = md5.digest((members.name(rank) + i / 4).getBytes(StandardCharsets.UTF_8));
                }
                points[at++] = (long) signed(KeyHash.word(digest, i % 4)) << 32 | rank;
            }
        }
        Arrays.sort(points);
        int[] places = new int[total];
        int[] owners = new int[total];
        for (int i = 0; i < total; i++) {
            places[i] = (int) (points[i] >>> 32);
            owners[i] = (int) points[i];
        }
        return new Ring(places, owners);
    }

    /**
     * The weight that stands for {@code nodes} points: 100, times or divided by 4 until the mean weight is within a factor
     * of 2 of it. So weights of 1 to 10 or of a million work as well, and a weight that changes moves none but its own
     * points, unless it takes the mean across such a border.
     */
    private static long weightOfNodes(Members members) {
        long total = members.totalWeight();
        long count = 0;
        for (int rank = 0; rank < members.size(); rank++) {
            count += members.drained(rank) ? 0 : 1;
        }
        long unit = USUAL_WEIGHT;
        while (total > 2 * unit * count) {
            unit *= 4;
        }
        while (unit > 1 && 2 * total < unit * count) {
            unit = Math.max(1, unit / 4);
        }
        return unit;
    }

    /** Makes a signed comparison compare unsigned. */
    private static int signed(int unsigned) {
        return unsigned ^ Integer.MIN_VALUE;
    }

    private static final class Ring extends HashTable {
        private final int[] places;

        Ring(int[] places, int[] owners) {
            super(owners);
            this.places = places;
        }

        /** The first point at or after the place in the lower half of the key; after the last comes the first. */
        @Override
        int slot(long key) {
            int place = signed((int) key);
            int from = 0;
            int to = places.length;
            while (from < to) {
                int middle = (from + to) >>> 1;
                if (places[middle] < place) {
                    from = middle + 1;
                } else {
                    to = middle;
                }
            }
            return from == places.length ? 0 : from;
        }

        @Override
        int step(long key) {
            return 1;
        }

        /** All points: the mapping of a part is that of a ring made for it. */
        @Override
        int lap() {
            return slots();
        }
    }
}
