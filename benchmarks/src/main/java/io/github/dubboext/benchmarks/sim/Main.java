package io.github.dubboext.benchmarks.sim;

import io.github.dubboext.benchmarks.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Runs scenarios and makes tables of them: see the README of this module. */
public final class Main {
    private static final String SCALE_OUT = "scaleout";
    private static final List<String> COLUMNS_OF_SCALE_OUT = List.of(
            "scale-out", "calls/s per consumer", "minute", "share of the new, %", "ideal, %", "hottest new / mean old");

    private final int[] seeds;
    private final List<String> scenarios;
    private final List<String> strategies;

    private Main(int[] seeds, List<String> scenarios, List<String> strategies) {
        this.seeds = seeds;
        this.scenarios = scenarios;
        this.strategies = strategies;
    }

    /** Prints tables. Arguments: {@code seeds=1-10 scenarios=A,B,scale,scaleout strategies=ewma,leastrequest:2}. */
    public static void main(String[] args) {
        Main main = null;
        try {
            main = of(List.of(args));
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.exit(2);
        }
        for (Table table : main.tables()) {
            System.out.println(String.join("\n", table.markdown()) + "\n");
        }
    }

    /** The means over all seeds: a table of the scenarios, and one of the scale-out, as asked for. */
    public static List<Table> run(List<String> args) {
        return of(args).tables();
    }

    private static Main of(List<String> args) {
        int[] seeds = seeds("1-10");
        List<String> scenarios = List.of("A", "B", "B'", "C1", "C20", "D", "join20", "join64", "join400");
        List<String> strategies = List.of("ewma", "leastrequest", "smoothroundrobin", "weightedrandom");
        for (String arg : args) {
            String value = arg.substring(arg.indexOf('=') + 1);
            switch (arg.substring(0, Math.max(0, arg.indexOf('=')))) {
                case "seeds" -> seeds = seeds(value);
                case "scenarios" -> scenarios = List.of(value.split(",", -1));
                case "strategies" -> strategies = List.of(value.split(",", -1));
                default ->
                    throw new IllegalArgumentException(arg + " (expected: seeds=…, scenarios=… or strategies=…)");
            }
        }
        for (String scenario : scenarios) {
            if (!known().contains(scenario)) {
                throw new IllegalArgumentException(
                        "scenario: " + scenario + " (expected: " + String.join(", ", known()) + ")");
            }
        }
        strategies.forEach(Strategies::named);
        return new Main(seeds, scenarios, strategies);
    }

    private static List<String> known() {
        return Stream.concat(Scenario.all().stream().map(Scenario::name), Stream.of(SCALE_OUT))
                .toList();
    }

    /** {@code 10} is 1 to 10. */
    private static int[] seeds(String value) {
        int dash = value.indexOf('-');
        int first = dash < 0 ? 1 : Integer.parseInt(value.substring(0, dash));
        int last = Integer.parseInt(value.substring(dash + 1));
        if (first > last) {
            throw new IllegalArgumentException("seeds: " + value + " (expected: as 1-10)");
        }
        return IntStream.rangeClosed(first, last).toArray();
    }

    private List<Table> tables() {
        List<Table> tables = new ArrayList<>();
        List<Scenario> chosen = Scenario.all().stream()
                .filter(s -> scenarios.contains(s.name()))
                .toList();
        if (!chosen.isEmpty()) {
            List<String> columns = new ArrayList<>(List.of("scenario", "measured"));
            columns.addAll(strategies);
            columns.addAll(List.of("goal ewma", "goal leastrequest"));
            tables.add(new Table(
                    columns, chosen.stream().flatMap(s -> run(s).stream()).toList()));
        }
        if (scenarios.contains(SCALE_OUT)) {
            tables.add(new Table(
                    COLUMNS_OF_SCALE_OUT,
                    strategies.stream().flatMap(this::scaleOut).toList()));
        }
        return tables;
    }

    private List<List<String>> run(Scenario scenario) {
        System.err.println(scenario.name() + " ...");
        List<Result> results = Result.of(scenario);
        double[][] means = new double[results.size()][strategies.size()];
        for (int s = 0; s < strategies.size(); s++) {
            String strategy = strategies.get(s);
            List<Measurements> runs = Arrays.stream(seeds)
                    .parallel()
                    .mapToObj(seed -> new Simulation(scenario, Strategies.named(strategy), seed).run())
                    .toList();
            for (int r = 0; r < results.size(); r++) {
                means[r][s] = runs.stream()
                        .mapToDouble(results.get(r).value())
                        .average()
                        .orElseThrow();
            }
        }
        List<List<String>> rows = new ArrayList<>();
        for (int r = 0; r < results.size(); r++) {
            Result result = results.get(r);
            List<String> cells = new ArrayList<>(List.of(scenario.name(), result.name()));
            for (double mean : means[r]) {
                cells.add(String.format(Locale.ROOT, result.format(), mean));
            }
            cells.addAll(List.of(result.goalOfEwma(), result.goalOfLeastRequest()));
            rows.add(cells);
        }
        return rows;
    }

    private Stream<List<String>> scaleOut(String strategy) {
        System.err.println("scale-out of " + strategy + " ...");
        List<List<String>> rows = new ArrayList<>();
        for (int callsPerSecond : new int[] {1, 5, 20}) {
            List<List<ScaleOut.Minute>> runs = Arrays.stream(seeds)
                    .parallel()
                    .mapToObj(seed -> new ScaleOut(Strategies.named(strategy), callsPerSecond, seed).run())
                    .toList();
            for (int m = 0; m < ScaleOut.MINUTES.length; m++) {
                int index = m;
                List<ScaleOut.Minute> minutes =
                        runs.stream().map(run -> run.get(index)).toList();
                rows.add(List.of(
                        strategy,
                        String.valueOf(callsPerSecond),
                        String.valueOf(ScaleOut.MINUTES[m]),
                        mean("%.1f", minutes, ScaleOut.Minute::newSharePercent),
                        mean("%.1f", minutes, ScaleOut.Minute::idealPercent),
                        mean("%.2f", minutes, ScaleOut.Minute::hottest)));
            }
        }
        return rows.stream();
    }

    private static String mean(String format, List<ScaleOut.Minute> minutes, ToDoubleFunction<ScaleOut.Minute> value) {
        return String.format(
                Locale.ROOT,
                format,
                minutes.stream().mapToDouble(value).average().orElseThrow());
    }
}
