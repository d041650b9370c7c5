package io.github.dubboext.lb.pick;

/**
 * Control side of a strategy, one for each service and method: keeps what outlives a list (a position, a seed), and
 * makes a {@link Picker} for each generation of candidates.
 */
public interface Strategy {

    /**
     * A picker for these candidates. Called when the list or a weight has changed, by one thread at a time, while other
     * threads go on with the picker before; whatever it costs is paid once.
     */
    Picker picker(Candidates candidates);
}
