package io.github.dubboext.benchmarks.page;

import io.github.dubboext.benchmarks.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;

/** Measurements that have a strategy and a number of providers: selections, and whole calls. */
final class Selections {
    private final List<Measured> all;

    Selections(List<Measured> all) {
        this.all = all;
    }

    boolean isEmpty() {
        return all.isEmpty();
    }

    List<Integer> sizes() {
        return all.stream().map(Measured::n).distinct().sorted().toList();
    }

    Optional<Measured> of(String strategy, int n) {
        return all.stream()
                .filter(measured -> measured.parameter("loadbalance").equals(strategy) && measured.n() == n)
                .findFirst();
    }

    /** In the order of the pairs, what is no strategy first. */
    List<String> strategies() {
        Stream<String> none = all.stream()
                .map(measured -> measured.parameter("loadbalance"))
                .filter(name -> !Pair.isDubbos(name) && !Pair.isOurs(name));
        return Stream.concat(none, Pair.ALL.stream().flatMap(pair -> Stream.of(pair.dubbo(), pair.ours())))
                .distinct()
                .filter(name -> sizes().stream().anyMatch(n -> of(name, n).isPresent()))
                .toList();
    }

    Table table(String first, Function<Measured, String> cell) {
        return new Table(
                columns(first),
                strategies().stream()
                        .map(name -> row(Pair.label(name), n -> of(name, n).map(cell)))
                        .toList());
    }

    Table ratios() {
        List<List<String>> rows = new ArrayList<>();
        for (Pair pair : pairs()) {
            rows.add(row("`" + pair.ours() + "` / `" + pair.dubbo() + "`", n -> compare(pair, n, Figures::verdict)));
        }
        return new Table(columns("times faster"), rows);
    }

    /** Where there is nothing to be proud of. */
    List<String> notFaster(String where) {
        List<String> lines = new ArrayList<>();
        for (Pair pair : pairs()) {
            for (int n : sizes()) {
                compare(
                                pair,
                                n,
                                (ours, theirs) -> ours.timesFasterThan(theirs) < 1 || ours.overlaps(theirs)
                                        ? "- " + where + ", n = " + Figures.whole(n) + ": `" + pair.ours()
                                                + "` against `" + pair.dubbo() + "` " + Figures.verdict(ours, theirs)
                                        : null)
                        .ifPresent(lines::add);
            }
        }
        return lines;
    }

    private List<Pair> pairs() {
        List<String> measured = strategies();
        return Pair.ALL.stream()
                .filter(pair -> measured.contains(pair.ours()) && measured.contains(pair.dubbo()))
                .toList();
    }

    private Optional<String> compare(Pair pair, int n, BiFunction<Measured, Measured, String> verdict) {
        return of(pair.ours(), n).flatMap(ours -> of(pair.dubbo(), n).map(theirs -> verdict.apply(ours, theirs)));
    }

    private List<String> columns(String first) {
        List<String> columns = new ArrayList<>(List.of(first));
        sizes().forEach(n -> columns.add("n = " + Figures.whole(n)));
        return columns;
    }

    private List<String> row(String label, Function<Integer, Optional<String>> cell) {
        List<String> row = new ArrayList<>(List.of(label));
        sizes().forEach(n -> row.add(cell.apply(n).orElse("")));
        return row;
    }
}
