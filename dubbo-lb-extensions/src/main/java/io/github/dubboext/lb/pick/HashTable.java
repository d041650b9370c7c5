package io.github.dubboext.lb.pick;

/**
 * Slots, each owned by a member, and the order in which a key goes through them: from its own slot on, by a step that has
 * no divisor in common with the number of slots, so that one lap meets every slot once. Immutable.
 */
abstract class HashTable {
    /** The rank of each slot's owner. */
    private final int[] owners;

    HashTable(int[] owners) {
        this.owners = owners;
    }

    abstract int slot(long key);

    /** From 1 to {@link #slots()} - 1 (1 if there is only one). */
    abstract int step(long key);

    /** After how many slots of one key in vain it is time to look at the members one by one. */
    abstract int lap();

    final int slots() {
        return owners.length;
    }

    final int owner(int slot) {
        return owners[slot];
    }

    /** The slot {@code step} further on. */
    static int after(int slot, int step, int slots) {
        int next = slot + step - slots;
        return next < 0 ? next + slots : next;
    }
}
