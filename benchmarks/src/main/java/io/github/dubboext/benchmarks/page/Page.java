package io.github.dubboext.benchmarks.page;

import io.github.dubboext.benchmarks.Facts;
import io.github.dubboext.benchmarks.Table;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** {@code docs/performance.md} with its charts, and what the READMEs show of it, made from the results kept. */
public final class Page {
    private static final String PLACE = "\\{\\{([a-z0-9.-]+)}}";
    private static final List<String> NOT_MEASURED = List.of("(Not measured yet.)");

    private final Results results;
    private final Map<String, List<String>> places = new HashMap<>();
    private final List<String> notFaster = new ArrayList<>();

    public Page(Results results) {
        this.results = results;
    }

    /** Writes the page, its charts, and the marked part of the READMEs, below the root of the repository. */
    public void write(Path root) throws IOException {
        Charts charts = new Charts(root.resolve("docs/images"));
        runs();
        Selections selections = selections(1);
        selections(2);
        Selections invocations = new Selections(results.jmh("invocation"));
        invocations(invocations);
        counting();
        limits(1);
        limits(2);
        contended();
        simulation();
        new Pictures(charts)
                .draw(selections, invocations, results)
                .forEach((name, title) -> places.put("chart." + name, Charts.show("images/", name, title)));
        places.put("not-faster", notFaster());

        Files.createDirectories(root.resolve("docs"));
        Files.writeString(root.resolve("docs/performance.md"), String.join("\n", filled()) + "\n");
        if (!selections.isEmpty()) {
            List<Facts> runs = new ArrayList<>();
            for (String step : List.of("selection-1", "hash-1", "invocation")) {
                results.facts(step).ifPresent(runs::add);
            }
            for (Readme readme : Readme.values()) {
                Markers.replace(root.resolve(readme.file), readme.lines(selections, invocations, runs));
            }
        }
    }

    private void runs() throws IOException {
        List<Facts> all = results.facts();
        Table table = new Table(
                List.of(
                        "part",
                        "command of the part",
                        "of the single run",
                        "UTC",
                        "took, s",
                        "load before, own included",
                        "commit"),
                all.stream()
                        .map(facts -> List.of(
                                facts.part(),
                                "`benchmarks/run " + facts.mode() + " " + facts.part() + "`",
                                "`" + facts.command() + "`",
                                facts.began().replace("T", " ").replace(":00Z", ""),
                                String.valueOf(facts.seconds()),
                                String.format(Locale.ROOT, "%.1f", facts.load()),
                                facts.commit()))
                        .toList());
        places.put("runs", all.isEmpty() ? NOT_MEASURED : table.markdown());
        places.put(
                "machine",
                all.isEmpty()
                        ? NOT_MEASURED
                        : all.stream()
                                .map(facts -> "- " + facts.machine() + "; " + facts.system() + "; " + facts.jdk()
                                        + "; Dubbo " + facts.dubbo())
                                .distinct()
                                .toList());
    }

    /** Nothing is only said of what was measured, and that is named. */
    private List<String> notFaster() throws IOException {
        Map<String, String> compared = new LinkedHashMap<>();
        compared.put("selection-1", "a pick, 1 thread");
        compared.put("selection-2", "a pick, 2 threads");
        compared.put("hash-1", "a pick by key, 1 thread");
        compared.put("hash-2", "a pick by key, 2 threads");
        compared.put("invocation", "a whole call");
        compared.put("limits-1", "limits, 1 thread");
        compared.put("limits-2", "limits, 2 threads");
        compared.put("contended", "30 threads against actives=10");
        List<String> measured = new ArrayList<>();
        List<String> missing = new ArrayList<>();
        for (var step : compared.entrySet()) {
            boolean is = !results.jmh(step.getKey()).isEmpty()
                    || results.table(step.getKey()).isPresent();
            (is ? measured : missing).add(step.getValue());
        }
        if (measured.isEmpty()) {
            return NOT_MEASURED;
        }
        List<String> lines = new ArrayList<>();
        lines.add("Compared: " + String.join("; ", measured) + "."
                + (missing.isEmpty() ? "" : " Not measured: " + String.join("; ", missing) + "."));
        lines.add("");
        lines.addAll(notFaster.isEmpty() ? List.of("Nothing.") : notFaster);
        return lines;
    }

    private Selections selections(int threads) throws IOException {
        Selections selections = new Selections(
                Stream.concat(results.jmh("selection-" + threads).stream(), results.jmh("hash-" + threads).stream())
                        .toList());
        put("selection." + threads, selections, selections.table("a pick", Figures::time));
        put("selection.ratios." + threads, selections, selections.ratios());
        put("selection.bytes." + threads, selections, selections.table("bytes a pick", m -> Figures.bytes(m.bytes())));
        notFaster.addAll(selections.notFaster("a pick, " + threads + (threads == 1 ? " thread" : " threads")));
        return selections;
    }

    private void invocations(Selections calls) {
        put("invocation", calls, calls.table("a call", Figures::time));
        put(
                "invocation.adds",
                calls,
                calls.table(
                        "the strategy adds",
                        measured -> calls.of("first", measured.n())
                                .filter(first -> !first.equals(measured))
                                .map(first -> Figures.added(measured, first))
                                .orElse("")));
        put("invocation.ratios", calls, calls.ratios());
        put("invocation.bytes", calls, calls.table("bytes a call", measured -> Figures.bytes(measured.bytes())));
        notFaster.addAll(calls.notFaster("a whole call"));
    }

    private void put(String place, Selections selections, Table table) {
        places.put(place, selections.isEmpty() ? NOT_MEASURED : table.markdown());
    }

    private void counting() throws IOException {
        Filters counting = new Filters(results.jmh("counting"), "CountBenchmark");
        List<List<String>> rows = new ArrayList<>();
        for (String filter : List.of("none", "clock", "counting", "idle")) {
            counting.of(filter)
                    .ifPresent(measured -> rows.add(List.of(
                            "`" + filter + "`",
                            Figures.time(measured),
                            counting.of("clock")
                                    .map(clock -> Figures.times(measured.nanos() / clock.nanos()))
                                    .orElse(""),
                            Figures.bytes(measured.bytes()))));
        }
        Table table = new Table(List.of("in front of the provider", "a call", "of `clock`", "bytes"), rows);
        places.put("counting", counting.isEmpty() ? NOT_MEASURED : table.markdown());
    }

    private void limits(int threads) throws IOException {
        List<Measured> all = results.jmh("limits-" + threads);
        String where = threads == 1 ? "1 thread" : threads + " threads";
        limits("admitted", threads, new Filters(all, "AdmissionBenchmark"), "admitted, " + where);
        limits("refused", threads, new Filters(all, "RefusalBenchmark"), "refused, " + where);
        List<List<String>> own = all.stream()
                .filter(measured -> measured.benchmark().startsWith("OwnPart"))
                .map(measured ->
                        List.of("`" + measured.benchmark().replaceFirst(".*\\.", "") + "`", Figures.time(measured)))
                .toList();
        places.put(
                "own." + threads,
                own.isEmpty() ? NOT_MEASURED : new Table(List.of("own part", "a call"), own).markdown());
    }

    private void limits(String place, int threads, Filters filters, String where) {
        places.put(
                place + "." + threads,
                filters.isEmpty() ? NOT_MEASURED : filters.table().markdown());
        places.put(
                place + ".bytes." + threads,
                filters.isEmpty() ? NOT_MEASURED : filters.bytes().markdown());
        notFaster.addAll(filters.notFaster(where));
    }

    private void contended() throws IOException {
        table("contended");
        results.table("contended").ifPresent(table -> {
            double ours = mean(table, "ours");
            double dubbos = mean(table, "dubbo");
            if (ours < dubbos) {
                notFaster.add(String.format(
                        Locale.ROOT,
                        "- 30 threads against actives=10: %,.0f calls/s against %,.0f **%s**",
                        ours,
                        dubbos,
                        Figures.times(ours / dubbos)));
            }
        });
    }

    /** Calls/s of a filter, of all its rounds. */
    private static double mean(Table table, String filter) {
        return table.rows().stream()
                .filter(row -> row.get(0).equals(filter))
                .mapToDouble(row -> Double.parseDouble(row.get(table.columns().indexOf("calls/s"))))
                .average()
                .orElse(Double.NaN);
    }

    private void simulation() throws IOException {
        double c20 = results.table("simulation")
                .map(table -> Goals.cell(table, "C20", "p99, ms", "ewma"))
                .orElse(Double.NaN);
        for (String step : List.of("simulation", "simulation-held-out", "scale", "scaleout")) {
            table(step);
            places.put(
                    step + ".goals",
                    results.table(step)
                            .map(table -> List.of(new Goals(c20).check(table).summary()))
                            .orElse(List.of()));
        }
    }

    private void table(String step) throws IOException {
        places.put(step, results.table(step).map(Table::markdown).orElse(NOT_MEASURED));
    }

    /** The template; a place is a line of its own. */
    private List<String> filled() throws IOException {
        List<String> lines = new ArrayList<>();
        for (String line : template().lines().toList()) {
            if (line.matches(PLACE)) {
                String place = line.replaceAll(PLACE, "$1");
                if (!places.containsKey(place) && !place.startsWith("chart.")) {
                    throw new IOException("nothing for " + line);
                }
                lines.addAll(places.getOrDefault(place, NOT_MEASURED));
            } else {
                lines.add(line);
            }
        }
        return lines;
    }

    private static String template() throws IOException {
        try (InputStream in = Page.class.getResourceAsStream("performance.md")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
