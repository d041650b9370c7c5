package io.github.dubboext.benchmarks.sim;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Runs scenarios and prints a table: see the README of this module. */
public final class Main {
    private int seeds = 10;
    private List<String> scenarios = List.of("A", "B", "B'", "C1", "C20", "D", "join20", "join64", "join400");
    private List<String> strategies = List.of("ewma", "leastrequest", "smoothroundrobin", "weightedrandom");

    private Main() {}

    /** Arguments: {@code seeds=10 scenarios=A,B,scale,scaleout strategies=ewma,leastrequest:2}, all optional. */
    public static void main(String[] args) {
        Main main = new Main();
        for (String arg : args) {
            String value = arg.substring(arg.indexOf('=') + 1);
            List<String> list = Arrays.asList(value.split(","));
            switch (arg.substring(0, Math.max(0, arg.indexOf('=')))) {
                case "seeds" -> main.seeds = Integer.parseInt(value);
                case "scenarios" -> main.scenarios = list;
                case "strategies" -> main.strategies = list;
                default ->
                    throw new IllegalArgumentException(arg + " (expected: seeds=…, scenarios=… or strategies=…)");
            }
        }
        main.run();
    }

    private void run() {
        List<Scenario> known = Scenario.all();
        List<Scenario> chosen =
                known.stream().filter(s -> scenarios.contains(s.name())).toList();
        if (!chosen.isEmpty()) {
            print("scenario", "measured", strategies, "goal ewma", "goal leastrequest", "seconds to run");
            print("---", "---", strategies.stream().map(s -> "---:").toList(), "---", "---", "---:");
            chosen.forEach(this::run);
        }
        if (scenarios.contains("scaleout")) {
            scaleOut();
        }
    }

    private void run(Scenario scenario) {
        long started = System.nanoTime();
        List<Result> results = Result.of(scenario);
        double[][] means = new double[results.size()][strategies.size()];
        for (int s = 0; s < strategies.size(); s++) {
            for (int seed = 1; seed <= seeds; seed++) {
                Measurements measured = new Simulation(scenario, Strategies.named(strategies.get(s)), seed).run();
                for (int r = 0; r < results.size(); r++) {
                    means[r][s] += results.get(r).value().applyAsDouble(measured) / seeds;
                }
            }
        }
        for (int r = 0; r < results.size(); r++) {
            Result result = results.get(r);
            List<String> values = Arrays.stream(means[r])
                    .mapToObj(mean -> String.format(Locale.ROOT, result.format(), mean))
                    .toList();
            String seconds = r == 0 ? String.valueOf((System.nanoTime() - started) / 1_000_000_000) : "";
            print(
                    r == 0 ? scenario.name() : "",
                    result.name(),
                    values,
                    result.goalOfEwma(),
                    result.goalOfLeastRequest(),
                    seconds);
        }
    }

    private static void print(
            String scenario, String measured, List<String> values, String ewma, String leastRequest, String seconds) {
        List<String> cells = new ArrayList<>(List.of(scenario, measured));
        cells.addAll(values);
        cells.addAll(List.of(ewma, leastRequest, seconds));
        System.out.println("| " + String.join(" | ", cells) + " |");
    }

    private void scaleOut() {
        System.out.println();
        System.out.println("| scale-out | calls/s per consumer | minute | share of the new, % | ideal, % "
                + "| hottest new / mean old |");
        System.out.println("| --- | ---: | ---: | ---: | ---: | ---: |");
        for (String strategy : strategies) {
            for (int callsPerSecond : new int[] {1, 5, 20}) {
                double[][] means = new double[ScaleOut.MINUTES.length][3];
                for (int seed = 1; seed <= seeds; seed++) {
                    List<ScaleOut.Minute> minutes =
                            new ScaleOut(Strategies.named(strategy), callsPerSecond, seed).run();
                    for (int m = 0; m < means.length; m++) {
                        means[m][0] += minutes.get(m).newSharePercent() / seeds;
                        means[m][1] += minutes.get(m).idealPercent() / seeds;
                        means[m][2] += minutes.get(m).hottest() / seeds;
                    }
                }
                for (int m = 0; m < means.length; m++) {
                    System.out.println(String.format(
                            Locale.ROOT,
                            "| %s | %d | %d | %.1f | %.1f | %.2f |",
                            strategy,
                            callsPerSecond,
                            ScaleOut.MINUTES[m],
                            means[m][0],
                            means[m][1],
                            means[m][2]));
                }
            }
        }
    }
}
