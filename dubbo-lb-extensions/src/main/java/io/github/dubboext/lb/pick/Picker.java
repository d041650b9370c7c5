package io.github.dubboext.lb.pick;

/**
 * Data side of a strategy: an immutable table over one generation of candidates, read by any number of threads.
 * Implementations take no lock, allocate nothing and read no clock of their own.
 */
public interface Picker {

    /**
     * Chooses one candidate.
     *
     * @param key hash of the call's key; ignored by strategies that hash nothing
     * @param live which candidates may be chosen, or {@code null} for all
     * @return an index that {@code live} contains, or -1 if it contains none
     */
    int pick(long key, Live live);

    /** How candidate {@code index} stands just now, in a few words for people; empty if picks do not depend on that. */
    default String describe(int index) {
        return "";
    }
}
