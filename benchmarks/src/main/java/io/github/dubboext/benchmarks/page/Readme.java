package io.github.dubboext.benchmarks.page;

import io.github.dubboext.benchmarks.Facts;
import io.github.dubboext.benchmarks.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** What a README shows of the results: one picture and one table. */
enum Readme {
    ENGLISH(
            "README.md",
            "Time of one selection by number of providers: Dubbo's strategies and this pack's",
            "one thread, Dubbo → this pack",
            "providers",
            "a whole call without the network, ",
            "Measured on %s: [everything, also what is not faster](docs/performance.md)."),
    CHINESE(
            "README.zh-CN.md",
            "不同提供者数量下一次选址的耗时：Dubbo 自带策略与本扩展包",
            "单线程，Dubbo → 本扩展包",
            "个提供者",
            "一次完整调用（不含网络），",
            "测量于 %s：[全部数据，包括没有更快的部分](docs/performance.md)。");

    final String file;
    private final String alternative;
    private final String head;
    private final String providers;
    private final String wholeCall;
    private final String source;

    Readme(String file, String alternative, String head, String providers, String wholeCall, String source) {
        this.file = file;
        this.alternative = alternative;
        this.head = head;
        this.providers = providers;
        this.wholeCall = wholeCall;
        this.source = source;
    }

    /** Where and when is said of all the runs that the numbers come out of, once if it is the same. */
    List<String> lines(Selections selections, Selections calls, List<Facts> runs) {
        List<String> lines = new ArrayList<>(Charts.show("docs/images/", Pictures.SELECTION, alternative));
        lines.add("");
        List<Integer> sizes = selections.sizes().stream().filter(n -> n >= 10).toList();
        List<String> columns = new ArrayList<>(List.of(head));
        sizes.forEach(n -> columns.add(Figures.whole(n) + " " + providers));
        List<List<String>> rows = new ArrayList<>();
        for (Pair pair : Pair.ALL) {
            rows.add(row(names(pair), pair, sizes, selections));
        }
        if (!calls.isEmpty()) {
            Pair pair = Pair.ALL.get(0);
            rows.add(row(wholeCall + names(pair), pair, sizes, calls));
        }
        rows.removeIf(row -> row.stream().skip(1).allMatch(String::isEmpty));
        lines.addAll(new Table(columns, rows).markdown());
        lines.add("");
        String measured = runs.stream()
                .map(run -> run.machine() + ", JDK " + run.jdk().replaceFirst(".* ", "") + ", "
                        + run.began().substring(0, 10) + ", `benchmarks/run " + run.mode() + "`")
                .distinct()
                .collect(Collectors.joining("; "));
        if (!measured.isEmpty()) {
            lines.add(String.format(source, measured));
        }
        return lines;
    }

    private static String names(Pair pair) {
        return "`" + pair.dubbo() + "` → `" + pair.ours() + "`";
    }

    private static List<String> row(String label, Pair pair, List<Integer> sizes, Selections measured) {
        List<String> row = new ArrayList<>(List.of(label));
        for (int n : sizes) {
            row.add(measured.of(pair.dubbo(), n)
                    .flatMap(theirs -> measured.of(pair.ours(), n)
                            .map(ours -> Figures.time(theirs.nanos()) + " → " + Figures.time(ours.nanos())))
                    .orElse(""));
        }
        return row;
    }
}
