package io.github.dubboext.lb.dubbo;

import io.github.dubboext.lb.env.Env;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.apache.dubbo.rpc.Invoker;

/**
 * What is known of one service (group/interface:version): its last generations and its methods.
 *
 * <p>Several generations, because lists may alternate: two references to one service, several registries, and on Dubbo
 * before 3.0.5, where a routed list does not show its origin, each route. Thread-safe; changes take the lock, reads do not.
 */
final class Service<S> {
    private static final int MOST_GENERATIONS = 16;
    /** Beyond this, methods share one state: names in generic calls are made up by callers. */
    static final int MOST_METHODS = 500;

    static final String ANY_METHOD = "";

    private static final long SECOND_NANOS = 1_000_000_000L;
    /** A list that is part of a generation seen this lately is a part of it, not a generation of its own. */
    private static final long PART_WITHIN_NANOS = 2 * SECOND_NANOS;
    /** From this size on a generation that is the only one is compared up to the pick only: half a walk. */
    static final int LARGE = 200;

    private static final long GENERATION_IDLE_NANOS = 60 * SECOND_NANOS;
    private static final long METHOD_IDLE_NANOS = 600 * SECOND_NANOS;

    final Ages ages;
    /** Texts of parameters that could be used, for when others follow: see {@link Parameters}. */
    final Map<String, String> lastGood = new ConcurrentHashMap<>();
    /** Those last read, for whichever method; null at first. */
    volatile Weights lastWeights;

    private final StrategyType<S> type;
    private final Env env;
    private final ConcurrentMap<String, MethodState<S>> methods = new ConcurrentHashMap<>();
    private volatile List<Generation<S>> generations = Collections.emptyList(); // newest first; replaced, never changed
    private volatile long usedNanos;
    private volatile long longestWarmupNanos;

    Service(StrategyType<S> type, Env env) {
        this.type = type;
        this.env = env;
        this.ages = new Ages(env);
        this.usedNanos = env.nanoTime();
    }

    /** The generation that is the origin of {@code list}, or null. One walk if it is the newest. */
    Generation<S> generationOf(List<?> list, long nowNanos) {
        List<Generation<S>> known = generations;
        for (int i = 0; i < known.size(); i++) {
            Generation<S> generation = known.get(i);
            if (generation.matches(list, nowNanos)) {
                return generation;
            }
        }
        return null;
    }

    /**
     * The one generation known, if it is large and has {@code size} members; else null. A list of that size may be taken for
     * it as far as the pick: what differs behind it is found by the first pick that gets there, and by the next refresh.
     */
    Generation<S> steady(int size) {
        if (size < LARGE) {
            return null;
        }
        List<Generation<S>> known = generations;
        return known.size() == 1 && known.get(0).size() == size ? known.get(0) : null;
    }

    /**
     * A generation for a list that is the origin of none: the one that it is a part of (the short list of a retry), else a
     * new one.
     */
    Generation<S> adopt(List<?> list, int size, long nowNanos) {
        Invoker<?>[] origin = ListWalk.origin(list, size);
        if (origin.length == 0) {
            return new Generation<>(origin, nowNanos); // not worth keeping
        }
        Generation<S> whole = wholeOf(origin, nowNanos);
        return whole != null ? whole : add(list, origin, nowNanos);
    }

    private Generation<S> wholeOf(Invoker<?>[] part, long nowNanos) {
        for (Generation<S> generation : generations) {
            if (nowNanos - generation.seenNanos() < PART_WITHIN_NANOS && generation.containsAll(part)) {
                return generation;
            }
        }
        return null;
    }

    private synchronized Generation<S> add(List<?> list, Invoker<?>[] origin, long nowNanos) {
        Generation<S> meanwhile = generationOf(list, nowNanos);
        if (meanwhile != null) {
            return meanwhile;
        }
        Generation<S> added = new Generation<>(origin, nowNanos);
        List<Generation<S>> changed = new ArrayList<>(MOST_GENERATIONS);
        changed.add(added);
        changed.addAll(generations);
        if (changed.size() > MOST_GENERATIONS) {
            changed.remove(longestUnseen(changed, nowNanos));
        }
        generations = changed;
        return added;
    }

    /** The oldest of those unseen for longest; never the first, which is new. */
    private static <S> int longestUnseen(List<Generation<S>> generations, long nowNanos) {
        int longest = generations.size() - 1;
        for (int i = longest - 1; i > 0; i--) {
            if (nowNanos - generations.get(i).seenNanos()
                    > nowNanos - generations.get(longest).seenNanos()) {
                longest = i;
            }
        }
        return longest;
    }

    List<Generation<S>> generations() {
        return generations;
    }

    /** The name under which {@code method} is kept: its own, or one for all beyond {@value #MOST_METHODS}. */
    String methodKey(String method) {
        return methods.containsKey(method) || methods.size() < MOST_METHODS ? method : ANY_METHOD;
    }

    Map<String, MethodState<S>> methods() {
        return methods;
    }

    MethodState<S> method(String methodKey, long nowNanos) {
        return methods.computeIfAbsent(methodKey, name -> new MethodState<>(type, env, nowNanos));
    }

    void use(long nowNanos) {
        if (usedNanos != nowNanos) {
            usedNanos = nowNanos;
        }
    }

    /**
     * Lets the ages know of a list; half a second later at the earliest the next time, whatever number of methods ask.
     *
     * @param longestWarmupMillis in this list
     */
    void observe(Generation<?> generation, long longestWarmupMillis) {
        longestWarmupNanos = Math.max(longestWarmupNanos, longestWarmupMillis * 1_000_000L);
        if (generation.startObservation(env.nanoTime(), SECOND_NANOS / 2)) {
            ages.observe(generation.addresses, longestWarmupNanos / 1_000_000L);
        }
    }

    /** Drops what has not been used for a while; false if nothing is left. */
    synchronized boolean sweep(long nowNanos) {
        List<Generation<S>> used = new ArrayList<>(MOST_GENERATIONS);
        for (Generation<S> generation : generations) {
            if (nowNanos - generation.seenNanos() < GENERATION_IDLE_NANOS) {
                used.add(generation);
            }
        }
        if (used.size() < generations.size()) {
            generations = used;
        }
        Set<String> listed = new HashSet<>();
        used.forEach(generation -> listed.addAll(generation.addresses));
        Set<String> idle = new HashSet<>();
        for (Iterator<Map.Entry<String, MethodState<S>>> each =
                        methods.entrySet().iterator();
                each.hasNext(); ) {
            Map.Entry<String, MethodState<S>> method = each.next();
            if (nowNanos - method.getValue().usedNanos() >= METHOD_IDLE_NANOS) {
                idle.add(method.getKey());
                each.remove();
            } else {
                method.getValue().sweep(listed, nowNanos);
            }
        }
        for (Generation<S> generation : used) {
            idle.forEach(generation::forgetMethod);
        }
        // After a gap longer than the warm-up every provider counts as old, as it does in a state made anew.
        long serviceIdleNanos = Math.max(METHOD_IDLE_NANOS, longestWarmupNanos);
        return !used.isEmpty() || !methods.isEmpty() || nowNanos - usedNanos < serviceIdleNanos;
    }

    /** Entries held, for tests of what is forgotten. */
    int size() {
        int size = generations.size() + ages.size();
        for (MethodState<S> method : methods.values()) {
            size += method.size();
        }
        return size;
    }
}
