package io.github.dubboext.benchmarks.page;

import io.github.dubboext.benchmarks.Table;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The charts of the page: which there are, and what is in them. */
final class Pictures {
    static final String SELECTION = "selection";
    private static final List<String> BY_KEY = List.of("consistenthash", "ringhash", "maglev");

    private final Charts charts;
    private final Map<String, String> drawn = new LinkedHashMap<>();

    Pictures(Charts charts) {
        this.charts = charts;
    }

    /** Names and titles of what could be drawn from the results at hand. */
    Map<String, String> draw(Selections selections, Selections invocations, Results results) throws IOException {
        List<String> all = new ArrayList<>(selections.strategies());
        all.removeAll(BY_KEY);
        all.removeAll(List.of("floor", "adaptive"));
        curves(SELECTION, "Time of one selection: Dubbo's strategies (dashed) and this pack's", selections, all);
        List<String> byKey =
                selections.strategies().stream().filter(BY_KEY::contains).toList();
        curves("selection-by-key", "Time of one selection by key: Dubbo's (dashed) and this pack's", selections, byKey);
        invocation(invocations);
        limits(
                new Filters(results.jmh("limits-1"), "AdmissionBenchmark"),
                "limits-admitted",
                "Time of an admitted call");
        limits(new Filters(results.jmh("limits-1"), "RefusalBenchmark"), "limits-refused", "Time of a refused call");
        Optional<Table> simulation = results.table("simulation");
        if (simulation.isPresent()) {
            simulation(simulation.get());
        }
        return drawn;
    }

    private void curves(String name, String title, Selections selections, List<String> strategies) throws IOException {
        List<Charts.Curve> curves = new ArrayList<>();
        for (String strategy : strategies) {
            List<Measured> points = selections.sizes().stream()
                    .flatMap(n -> selections.of(strategy, n).stream())
                    .toList();
            curves.add(new Charts.Curve(
                    strategy,
                    points.stream().map(Measured::n).toList(),
                    points.stream().map(Measured::nanos).toList(),
                    family(strategy),
                    Pair.isDubbos(strategy)));
        }
        if (!curves.isEmpty()) {
            charts.curves(name, title, curves);
            drawn.put(name, title);
        }
    }

    /** A strategy and the one that it takes the place of are in one colour. */
    private static int family(String strategy) {
        for (int i = 0; i < Pair.ALL.size(); i++) {
            Pair pair = Pair.ALL.get(i);
            if (pair.ours().equals(strategy) || pair.dubbo().equals(strategy)) {
                return i;
            }
        }
        throw new IllegalArgumentException(strategy);
    }

    private void invocation(Selections calls) throws IOException {
        List<String> strategies = calls.strategies().stream()
                .filter(name ->
                        calls.sizes().stream().allMatch(n -> calls.of(name, n).isPresent()))
                .toList();
        Map<String, List<Double>> series = new LinkedHashMap<>();
        for (int n : calls.sizes()) {
            series.put(
                    Figures.whole(n) + " providers",
                    strategies.stream()
                            .map(name -> calls.of(name, n).orElseThrow().nanos())
                            .toList());
        }
        bars("invocation", "Time of a whole call, network left out", strategies, series, true);
    }

    private void limits(Filters filters, String name, String title) throws IOException {
        List<Filters.Comparison> comparisons = filters.comparisons();
        Map<String, List<Double>> series = new LinkedHashMap<>();
        series.put(
                "this pack",
                comparisons.stream().map(limit -> limit.ours().nanos()).toList());
        series.put(
                "Dubbo",
                comparisons.stream().map(limit -> limit.theirs().nanos()).toList());
        bars(name, title, comparisons.stream().map(Filters.Comparison::limit).toList(), series, false);
    }

    private void simulation(Table table) throws IOException {
        List<String> strategies = table.columns().stream()
                .filter(column -> table.columns().contains("goal ewma") && Pair.isOurs(column))
                .toList();
        List<String> scenarios = table.rows().stream()
                .filter(row -> row.get(1).equals("p99, ms"))
                .map(row -> row.get(0))
                .toList();
        Map<String, List<Double>> series = new LinkedHashMap<>();
        for (String strategy : strategies) {
            series.put(
                    strategy,
                    scenarios.stream()
                            .map(scenario -> 1e6 * Goals.cell(table, scenario, "p99, ms", strategy))
                            .toList());
        }
        bars("simulation", "Simulated cluster: 99th percentile of latency", scenarios, series, true);
    }

    private void bars(
            String name, String title, List<String> labels, Map<String, List<Double>> series, boolean logarithmic)
            throws IOException {
        if (!labels.isEmpty()) {
            charts.bars(name, title, labels, series, logarithmic);
            drawn.put(name, title);
        }
    }
}
