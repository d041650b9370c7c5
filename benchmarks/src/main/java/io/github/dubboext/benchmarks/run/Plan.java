package io.github.dubboext.benchmarks.run;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What is measured: the parts of the page, each of one or more steps. */
enum Plan {
    /** For a look, all in some ten minutes: one fork of most. */
    SHORT(
            "-f 1 -wi 3 -w 150ms -i 3 -r 150ms",
            "-f 1 -wi 4 -w 400ms -i 3 -r 300ms",
            "-f 2 -wi 3 -w 300ms -i 3 -r 300ms",
            "1-10",
            "1-2"),
    /** For publication: a JVM decides anew in each fork how it compiles, and forks differ by more than iterations do. */
    LONG(
            "-f 5 -wi 5 -w 400ms -i 5 -r 400ms",
            "-f 5 -wi 6 -w 500ms -i 5 -r 500ms",
            "-f 5 -wi 5 -w 500ms -i 5 -r 500ms",
            "1-10",
            "1-10"),
    /** Shows that everything runs, and nothing else. */
    SMOKE("-f 1 -wi 0 -i 1 -r 10ms", "-f 1 -wi 0 -i 1 -r 10ms", "-f 1 -wi 0 -i 1 -r 10ms", "1-1", "1-1");

    private static final String SIZES = " -p n=3,10,100,1000,10000";
    private static final String SELECT =
            "SelectBenchmark -prof gc -p loadbalance=floor,random,weightedrandom,roundrobin,"
                    + "smoothroundrobin,leastactive,leastrequest,shortestresponse,adaptive,ewma" + SIZES;
    private static final String LIMITS = "AdmissionBenchmark OwnPartBenchmark";
    private static final String HASH =
            "HashBenchmark.select -prof gc -p loadbalance=consistenthash,ringhash,maglev" + SIZES;

    private final String forSelection;
    private final String forInvocation;
    private final String forFilters;
    private final String seeds;
    private final String seedsOfScale;

    Plan(String forSelection, String forInvocation, String forFilters, String seeds, String seedsOfScale) {
        this.forSelection = forSelection;
        this.forInvocation = forInvocation;
        this.forFilters = forFilters;
        this.seeds = seeds;
        this.seedsOfScale = seedsOfScale;
    }

    /** By name, in the order of the page. */
    Map<String, List<Step>> parts() {
        Map<String, List<Step>> parts = new LinkedHashMap<>();
        parts.put(
                "selection",
                List.of(jmh("selection-1", SELECT, 1, forSelection), jmh("selection-2", SELECT, 2, forSelection)));
        parts.put("hash", List.of(jmh("hash-1", HASH, 1, forSelection), jmh("hash-2", HASH, 2, forSelection)));
        parts.put("invocation", List.of(jmh("invocation", "InvocationBenchmark -prof gc", 1, forInvocation)));
        parts.put("counting", List.of(jmh("counting", "CountBenchmark -prof gc", 1, forFilters)));
        parts.put(
                "limits",
                List.of(
                        jmh("limits-1", LIMITS + " RefusalBenchmark -prof gc", 1, forFilters),
                        jmh("limits-2", LIMITS, 2, forFilters)));
        parts.put("contended", List.of(Step.of("contended", "contended", "")));
        parts.put(
                "simulation", List.of(sim("simulation", "seeds=" + seeds), sim("simulation-held-out", "seeds=11-20")));
        parts.put("scale", List.of(sim("scale", "scenarios=scale strategies=ewma seeds=" + seedsOfScale)));
        parts.put(
                "scaleout",
                List.of(sim(
                        "scaleout", "scenarios=scaleout strategies=smoothroundrobin,weightedrandom seeds=" + seeds)));
        return parts;
    }

    private static Step jmh(String name, String what, int threads, String how) {
        return Step.of(name, "jmh", what + " -t " + threads + " " + how);
    }

    private static Step sim(String name, String arguments) {
        return Step.of(name, "sim", arguments);
    }
}
