package io.github.dubboext.benchmarks.page;

import java.util.List;

/** A strategy of Dubbo's, and the one of this pack that is used instead. */
record Pair(String dubbo, String ours) {

    static final List<Pair> ALL = List.of(
            new Pair("random", "weightedrandom"),
            new Pair("roundrobin", "smoothroundrobin"),
            new Pair("leastactive", "leastrequest"),
            new Pair("shortestresponse", "ewma"),
            new Pair("adaptive", "ewma"),
            new Pair("consistenthash", "ringhash"),
            new Pair("consistenthash", "maglev"));

    static boolean isDubbos(String strategy) {
        return ALL.stream().anyMatch(pair -> pair.dubbo().equals(strategy));
    }

    static boolean isOurs(String strategy) {
        return ALL.stream().anyMatch(pair -> pair.ours().equals(strategy));
    }

    /** As a row begins with it. */
    static String label(String strategy) {
        return "`" + strategy + "`" + (isDubbos(strategy) ? " (Dubbo)" : "");
    }
}
