package io.github.dubboext.lb.pick;

import io.github.dubboext.lb.env.Env;
import java.util.Arrays;
import java.util.Comparator;
import java.util.function.Consumer;

/**
 * The same key to the same provider, evenly to 1 % up to 650 providers, in proportion to weight. Each provider has an order
 * of its own over all slots of a table, made from its address; they take turns to claim the next slot that is free in it.
 * A list that loses a provider moves that provider's keys and a few others.
 *
 * <p>O(slots log slots) to build (times largest over mean weight), O(1) a pick, 4 bytes a slot. Eisenbud et al., "Maglev: A Fast and Reliable Software
 * Network Load Balancer", NSDI 2016. Thread-safe.
 */
public final class Maglev extends HashStrategy {
    public static final int DEFAULT_SLOTS = 65_537;
    /** What to choose where the default is too small. */
    public static final int MORE_SLOTS = 655_373;
    /** As many providers as {@link #DEFAULT_SLOTS} are enough for. */
    private static final int ENOUGH_FOR = 650;

    private final int slots;
    private final Consumer<String> warnings;
    /** Racy on purpose: the worst is a second warning. */
    private boolean warned;

    /**
     * @param slots size of the table, a prime; all consumers of a service need the same
     * @param bound see {@link BoundedLoad}; 0 for none
     * @param warnings is told, once, when there are too many providers for the table
     */
    public Maglev(int slots, double bound, Env env, Consumer<String> warnings) {
        super(true, bound, env);
        this.slots = slots;
        this.warnings = warnings;
    }

    @Override
    HashTable table(Members members) {
        if (!warned && members.size() > (long) ENOUGH_FOR * slots / DEFAULT_SLOTS) {
            warned = true;
            warnings.accept("maglev.table: " + slots + " (expected: a prime above 100 times the " + members.size()
                    + " providers, such as " + MORE_SLOTS + ", the same at every consumer)");
        }
        int[] owners = new int[slots];
        Arrays.fill(owners, -1);
        int[] quotas = quotas(members);
        claim(members, quotas, owners);
        return new Table(owners, members.size());
    }

    /**
     * How many slots each member owns: its share of all, and those left by rounding down go to the largest remainders. Any
     * weight above 0 is worth a slot as long as there are enough.
     */
    private int[] quotas(Members members) {
        int n = members.size();
        long total = members.totalWeight();
        int[] quotas = new int[n];
        long[] remainders = new long[n];
        Integer[] ranks = new Integer[n];
        int left = slots;
        for (int rank = 0; rank < n; rank++) {
            long share = slots * members.weight(rank); // below 2^24 * 2^31
            quotas[rank] = (int) (share / total);
            remainders[rank] = share % total;
            if (quotas[rank] == 0 && share > 0) {
                quotas[rank] = 1;
                remainders[rank] = 0;
            }
            ranks[rank] = rank;
            left -= quotas[rank];
        }
        Arrays.sort(ranks, Comparator.comparingLong(rank -> -remainders[rank]));
        for (int i = 0; i < left; i++) {
            quotas[ranks[i]]++;
        }
        for (; left < 0; left++) {
            quotas[largest(quotas)]--;
        }
        return quotas;
    }

    private static int largest(int[] quotas) {
        int largest = 0;
        for (int rank = 1; rank < quotas.length; rank++) {
            if (quotas[rank] > quotas[largest]) {
                largest = rank;
            }
        }
        return largest;
    }

    /**
     * In each round those of the largest quota take a turn, the others in as many rounds as their quota says, spread evenly
     * and beginning with the first.
     */
    private static void claim(Members members, int[] quotas, int[] owners) {
        int n = quotas.length;
        int slots = owners.length;
        int rounds = quotas[largest(quotas)];
        int[] next = new int[n];
        int[] steps = new int[n];
        int[] credits = new int[n];
        for (int rank = 0; rank < n; rank++) {
            long hash = KeyHash.of(members.name(rank), 0);
            next[rank] = firstSlot(hash, slots);
            steps[rank] = stepOf(hash, slots);
            credits[rank] = rounds - 1;
        }
        for (int round = 0; round < rounds; round++) {
            for (int rank = 0; rank < n; rank++) {
                credits[rank] += quotas[rank];
                if (credits[rank] >= rounds) {
                    credits[rank] -= rounds;
                    int slot = next[rank];
                    while (owners[slot] >= 0) {
                        slot = HashTable.after(slot, steps[rank], slots);
                    }
                    owners[slot] = rank;
                    next[rank] = HashTable.after(slot, steps[rank], slots);
                }
            }
        }
    }

    private static int firstSlot(long hash, int slots) {
        return Fractions.scale(hash, slots);
    }

    /** From the other half of the hash; any step does, the number of slots being a prime. */
    private static int stepOf(long hash, int slots) {
        return 1 + Fractions.scale(hash << 32, slots - 1);
    }

    private static final class Table extends HashTable {
        private final int members;

        Table(int[] owners, int members) {
            super(owners);
            this.members = members;
        }

        /** Mixed once more, so that keys need not be good hashes. */
        @Override
        int slot(long key) {
            return firstSlot(KeyHash.mix(key), slots());
        }

        @Override
        int step(long key) {
            return stepOf(KeyHash.mix(key), slots());
        }

        /** A member with the mean share is missed by e^-16 of the keys: only those with few slots may be. */
        @Override
        int lap() {
            return (int) Math.min(slots(), 16L * members);
        }
    }
}
