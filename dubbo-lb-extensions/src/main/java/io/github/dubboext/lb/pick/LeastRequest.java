package io.github.dubboext.lb.pick;

import io.github.dubboext.lb.env.Env;

/**
 * The provider with the fewest calls in flight per weight, of a few drawn at random. A call that failed counts as one in
 * flight for as long as a timeout, so a provider that fails fast does not look idle.
 *
 * <p>To choose where calls differ in length and a consumer has calls in flight at most times; with less than one per
 * provider there is nothing to go by, and {@link PeakEwma} is the better choice.
 *
 * <p>O(choices) a pick. Thread-safe.
 */
public final class LeastRequest implements Strategy {
    /** Measured: see docs/decisions/302. */
    public static final int DEFAULT_CHOICES = 4;

    public static final int MAX_CHOICES = BestOfChoices.MAX_CHOICES;

    private final int choices;
    private final Env env;

    /** @param choices providers compared at each pick, from 1 to {@value #MAX_CHOICES}; all, if there are no more */
    public LeastRequest(int choices, Env env) {
        this.choices = choices;
        this.env = env;
    }

    @Override
    public Picker picker(Candidates candidates) {
        return new BestOfChoices(
                candidates, choices, (stats, loadPerCall, now) -> stats.burden(now) * loadPerCall, env);
    }
}
