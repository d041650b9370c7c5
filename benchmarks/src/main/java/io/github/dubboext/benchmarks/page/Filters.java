package io.github.dubboext.benchmarks.page;

import io.github.dubboext.benchmarks.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Measurements of filters. The parameter {@code filter} is {@code LIMIT-dubbo} for Dubbo's, {@code LIMIT-VARIANT} for ours, and
 * {@code none} for the chain without a limit.
 */
final class Filters {
    private static final String DUBBOS = "-dubbo";

    /** A limit's filter of ours, and Dubbo's. */
    record Comparison(String limit, Measured ours, Measured theirs) {

        String timesFasterWithout(Measured chain) {
            return ours.standsOutOf(chain) && theirs.standsOutOf(chain)
                    ? Figures.times((theirs.nanos() - chain.nanos()) / (ours.nanos() - chain.nanos()))
                    : Figures.NOISE;
        }
    }

    private final List<Measured> all;

    Filters(List<Measured> all, String benchmark) {
        this.all = all.stream()
                .filter(measured -> measured.benchmark().startsWith(benchmark + "."))
                .toList();
    }

    boolean isEmpty() {
        return all.isEmpty();
    }

    /** A row for each filter of ours, with Dubbo's beside it. */
    Table table() {
        Optional<Measured> none = of("none");
        List<String> columns = new ArrayList<>(List.of("limit", "Dubbo", "ours", "times faster"));
        none.ifPresent(measured -> columns.add("the same without the chain's own " + Figures.time(measured.nanos())));
        List<List<String>> rows = new ArrayList<>();
        for (Comparison of : comparisons()) {
            List<String> row = new ArrayList<>(List.of(
                    of.limit(),
                    Figures.time(of.theirs()),
                    Figures.time(of.ours()),
                    Figures.verdict(of.ours(), of.theirs())));
            none.ifPresent(chain -> row.add(of.timesFasterWithout(chain)));
            rows.add(row);
        }
        return new Table(columns, rows);
    }

    Table bytes() {
        return new Table(
                List.of("filter", "bytes"),
                all.stream()
                        .filter(measured -> !Double.isNaN(measured.bytes()))
                        .map(measured -> List.of("`" + name(measured) + "`", Figures.bytes(measured.bytes())))
                        .toList());
    }

    List<String> notFaster(String where) {
        return comparisons().stream()
                .filter(of ->
                        of.ours().timesFasterThan(of.theirs()) < 1 || of.ours().overlaps(of.theirs()))
                .map(of -> "- " + where + ": " + of.limit() + " " + Figures.verdict(of.ours(), of.theirs()))
                .toList();
    }

    List<Comparison> comparisons() {
        return all.stream()
                .flatMap(ours -> dubbosFor(ours).map(theirs -> new Comparison(label(ours), ours, theirs)).stream())
                .toList();
    }

    Optional<Measured> of(String filter) {
        return all.stream().filter(measured -> name(measured).equals(filter)).findFirst();
    }

    private Optional<Measured> dubbosFor(Measured ours) {
        String name = name(ours);
        return name.endsWith(DUBBOS) || !name.contains("-") ? Optional.empty() : of(limit(name) + DUBBOS);
    }

    private static String name(Measured measured) {
        return measured.parameter("filter");
    }

    private static String limit(String name) {
        return name.substring(0, name.indexOf('-'));
    }

    private static String label(Measured ours) {
        String name = name(ours);
        String variant = name.substring(name.indexOf('-') + 1).replace("ours-", "");
        return limit(name) + (variant.equals("ours") ? "" : ", " + variant);
    }
}
