package io.github.dubboext.lb.pick;

/**
 * Looks a key up in a table. If the owner of its slot is not live, the owners of the slots that follow have their turn, so
 * that only the keys of missing candidates move.
 *
 * <p>One look-up when all are live; about n / live slots when some are not.
 */
final class HashPicker implements Picker {
    private final HashTable table;
    private final Members members;
    private final Picker keyless;
    private final boolean anyDrained;
    /** Slots of each candidate, counted when somebody asks. */
    private volatile int[] owned;

    HashPicker(HashTable table, Members members, Picker keyless) {
        this.table = table;
        this.members = members;
        this.keyless = keyless;
        this.anyDrained = members.anyDrained();
    }

    @Override
    public int pick(long key, Live live) {
        if (key == KeyHash.ABSENT) {
            return keyless.pick(key, live);
        }
        int slot = slot(key);
        int first = at(slot);
        return live == null || live.contains(first) ? first : next(key, slot, live);
    }

    private int next(long key, int slot, Live live) {
        boolean onlyDrained = anyDrained && onlyDrained(live);
        if (!onlyDrained) { // they own no slot: the lap would be in vain
            int step = step(key);
            int lap = lap();
            for (int i = 1; i < lap; i++) {
                slot = after(slot, step);
                int candidate = at(slot);
                if (live.contains(candidate)) {
                    return candidate;
                }
            }
        }
        return withoutSlots(key, live, onlyDrained);
    }

    private boolean onlyDrained(Live live) {
        for (int rank = 0; rank < members.size(); rank++) {
            if (!members.drained(rank) && live.contains(members.candidate(rank))) {
                return false;
            }
        }
        return true;
    }

    /**
     * For members that own no slot or hardly any: each draws a number that depends on the key, and the best wins, with
     * chances as the weights (weighted rendezvous hashing). O(n).
     */
    private int withoutSlots(long key, Live live, boolean drained) {
        int best = -1;
        double bestScore = Double.NEGATIVE_INFINITY;
        for (int rank = 0; rank < members.size(); rank++) {
            int candidate = members.candidate(rank);
            if (members.drained(rank) == drained && live.contains(candidate)) {
                double uniform = ((KeyHash.of(members.name(rank), key) >>> 11) + 0.5) * 0x1p-53;
                double score = StrictMath.log(uniform) / Math.max(1, members.weight(rank)); // the same in every JVM
                if (score > bestScore) {
                    bestScore = score;
                    best = candidate;
                }
            }
        }
        return best;
    }

    @Override
    public String describe(int index) {
        int[] slots = owned;
        if (slots == null) {
            slots = new int[members.size()];
            for (int slot = 0; slot < table.slots(); slot++) {
                slots[at(slot)]++;
            }
            owned = slots;
        }
        return "owns " + slots[index] + " of " + table.slots() + " slots";
    }

    int slot(long key) {
        return table.slot(key);
    }

    int step(long key) {
        return table.step(key);
    }

    int lap() {
        return table.lap();
    }

    int after(int slot, int step) {
        return HashTable.after(slot, step, table.slots());
    }

    /** The candidate that owns a slot. */
    int at(int slot) {
        return members.candidate(table.owner(slot));
    }
}
