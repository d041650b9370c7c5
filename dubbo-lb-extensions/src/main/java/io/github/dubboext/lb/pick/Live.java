package io.github.dubboext.lb.pick;

/**
 * Which candidates are in the list of the call at hand: routing, lost connections and retries leave some out.
 * The first few questions may cost up to O(n) each; after them, or after asking for all, each costs a bit test.
 * For one call and one thread.
 */
public interface Live {

    boolean contains(int index);
}
