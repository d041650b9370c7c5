package io.github.dubboext.lb.pick;

import io.github.dubboext.lb.env.Env;

/**
 * What the strategies with a hash table have in common: the table is made anew only if addresses or weights without
 * warm-up have changed, and a call without a key goes to a provider drawn at random in proportion to its weight.
 */
abstract class HashStrategy implements Strategy {
    private final boolean weighted;
    private final double bound;
    private final Env env;
    private final WeightedRandom keyless;

    /** The last one. Lists of two generations may come at the same time; at worst a table is then made twice. */
    private volatile Made made;

    /**
     * @param weighted whether the table follows the weights
     * @param bound see {@link BoundedLoad}; 0 for none
     */
    HashStrategy(boolean weighted, double bound, Env env) {
        this.weighted = weighted;
        this.bound = bound;
        this.env = env;
        this.keyless = new WeightedRandom(env);
    }

    abstract HashTable table(Members members);

    @Override
    public final Picker picker(Candidates candidates) {
        Members members = Members.of(candidates, weighted);
        HashPicker picker = new HashPicker(tableOf(members), members, keyless.picker(candidates));
        return bound == 0 ? picker : new BoundedLoad(picker, candidates, bound, env);
    }

    /** The last table, if it is right for these members, else a new one. */
    final HashTable tableOf(Members members) {
        Made last = made;
        HashTable table = last != null && last.members.sameTable(members) ? last.table : table(members);
        made = new Made(members, table);
        return table;
    }

    private static final class Made {
        final Members members;
        final HashTable table;

        Made(Members members, HashTable table) {
            this.members = members;
            this.table = table;
        }
    }
}
