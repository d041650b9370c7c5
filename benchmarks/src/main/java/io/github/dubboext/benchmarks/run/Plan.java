package io.github.dubboext.benchmarks.run;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What is measured: the parts of the page, each of one or more steps. */
enum Plan {
    /** For a look, all in a quarter of an hour: one fork of most, two threads at two sizes. */
    SHORT(
            "-f 1 -wi 3 -w 200ms -i 3 -r 100ms",
            "10,1000",
            "-f 1 -wi 5 -w 1s -i 3 -r 500ms",
            "first,random,weightedrandom,leastactive,leastrequest,ewma,consistenthash,ringhash",
            "-f 1 -wi 6 -w 1s -i 5 -r 500ms", // a chain of filters takes seconds to be compiled
            "1-10",
            "1-2"),
    /** For publication: a JVM decides anew in each fork how it compiles, and forks differ by more than iterations do. */
    LONG(
            "-f 5 -wi 5 -w 400ms -i 5 -r 400ms",
            Plan.SIZES,
            "-f 5 -wi 10 -w 1s -i 5 -r 500ms",
            Plan.ALL_INVOCATIONS,
            "-f 5 -wi 10 -w 1s -i 5 -r 500ms",
            "1-10",
            "1-10"),
    /** Shows that everything runs, and nothing else. */
    SMOKE(Plan.AT_ONCE, "10", Plan.AT_ONCE, Plan.ALL_INVOCATIONS, Plan.AT_ONCE, "1-1", "1-1");

    private static final String AT_ONCE = "-f 1 -wi 0 -i 1 -r 10ms";
    private static final String SIZES = "3,10,100,1000,10000";
    private static final String SELECT =
            "SelectBenchmark -prof gc -p loadbalance=floor,random,weightedrandom,roundrobin,"
                    + "smoothroundrobin,leastactive,leastrequest,shortestresponse,adaptive,ewma -p n=";
    private static final String HASH =
            "HashBenchmark.select -prof gc -p loadbalance=consistenthash,ringhash,maglev -p n=";
    private static final String ALL_INVOCATIONS = "first,random,weightedrandom,roundrobin,smoothroundrobin,leastactive,"
            + "leastrequest,shortestresponse,adaptive,ewma,consistenthash,ringhash,maglev";
    private static final String LIMITS = "AdmissionBenchmark OwnPartBenchmark";

    private final String forSelection;
    private final String sizesOfTwoThreads;
    private final String forInvocation;
    private final String invocations;
    private final String forFilters;
    private final String seeds;
    private final String seedsOfScale;

    Plan(
            String forSelection,
            String sizesOfTwoThreads,
            String forInvocation,
            String invocations,
            String forFilters,
            String seeds,
            String seedsOfScale) {
        this.forSelection = forSelection;
        this.sizesOfTwoThreads = sizesOfTwoThreads;
        this.forInvocation = forInvocation;
        this.invocations = invocations;
        this.forFilters = forFilters;
        this.seeds = seeds;
        this.seedsOfScale = seedsOfScale;
    }

    /** By name, in the order of the page. */
    Map<String, List<Step>> parts() {
        Map<String, List<Step>> parts = new LinkedHashMap<>();
        parts.put(
                "selection",
                List.of(
                        jmh("selection-1", SELECT + SIZES, 1, forSelection),
                        jmh("selection-2", SELECT + sizesOfTwoThreads, 2, forSelection)));
        parts.put(
                "hash",
                List.of(
                        jmh("hash-1", HASH + SIZES, 1, forSelection),
                        jmh("hash-2", HASH + sizesOfTwoThreads, 2, forSelection)));
        parts.put(
                "invocation",
                List.of(jmh(
                        "invocation",
                        "InvocationBenchmark -prof gc -p n=10,1000 -p loadbalance=" + invocations,
                        1,
                        forInvocation)));
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
