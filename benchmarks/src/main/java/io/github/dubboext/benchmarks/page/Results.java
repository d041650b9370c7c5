package io.github.dubboext.benchmarks.page;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONArray;
import com.alibaba.fastjson2.JSONObject;
import com.alibaba.fastjson2.JSONWriter;
import io.github.dubboext.benchmarks.Facts;
import io.github.dubboext.benchmarks.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The results kept: for each step {@code NAME.json}, what is known about the run, and {@code NAME.jmh.json} as JMH wrote it
 * or {@code NAME.table.json}.
 */
public final class Results {
    private final Path folder;

    public Results(Path folder) {
        this.folder = folder;
    }

    /** One line for each benchmark; the path of the JVM is left out, which tells more than anybody needs. */
    public void keepJmh(String step, String json) throws IOException {
        JSONArray all = JSON.parseArray(json);
        if (all.isEmpty()) {
            throw new IOException("no results");
        }
        for (int i = 0; i < all.size(); i++) {
            all.getJSONObject(i).remove("jvm");
        }
        keep(step + ".jmh.json", lines(all));
    }

    public void keepTable(String step, Table table) throws IOException {
        keep(
                step + ".table.json",
                "{\"columns\":" + JSON.toJSONString(table.columns()) + ",\n\"rows\":" + lines(table.rows()) + "}");
    }

    public void keepFacts(String step, Facts facts) throws IOException {
        keep(step + ".json", JSON.toJSONString(facts, JSONWriter.Feature.PrettyFormat));
    }

    private static String lines(List<?> elements) {
        return elements.stream().map(JSON::toJSONString).collect(Collectors.joining(",\n", "[\n", "\n]"));
    }

    private void keep(String name, String json) throws IOException {
        Files.createDirectories(folder);
        Path half = folder.resolve(name + ".tmp");
        Files.writeString(half, json + "\n");
        Files.move(half, folder.resolve(name), StandardCopyOption.REPLACE_EXISTING);
    }

    /** None if it was not measured. */
    List<Measured> jmh(String step) throws IOException {
        Path file = folder.resolve(step + ".jmh.json");
        if (!Files.exists(file)) {
            return List.of();
        }
        return JSON.parseArray(Files.readString(file)).stream()
                .map(element -> Measured.of((JSONObject) element))
                .toList();
    }

    Optional<Table> table(String step) throws IOException {
        Path file = folder.resolve(step + ".table.json");
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        JSONObject json = JSON.parseObject(Files.readString(file));
        return Optional.of(new Table(
                json.getList("columns", String.class),
                json.getJSONArray("rows").stream()
                        .map(row -> ((JSONArray) row).toList(String.class))
                        .toList()));
    }

    Optional<Facts> facts(String step) throws IOException {
        Path file = folder.resolve(step + ".json");
        return Files.exists(file)
                ? Optional.of(JSON.parseObject(Files.readString(file), Facts.class))
                : Optional.empty();
    }

    /** Of all steps measured, in the order of their names. */
    List<Facts> facts() throws IOException {
        if (!Files.exists(folder)) {
            return List.of();
        }
        try (var files = Files.list(folder)) {
            List<Path> sorted = files.filter(
                            file -> file.getFileName().toString().matches("[a-z0-9-]+\\.json"))
                    .sorted()
                    .toList();
            List<Facts> all = new ArrayList<>();
            for (Path file : sorted) {
                all.add(JSON.parseObject(Files.readString(file), Facts.class));
            }
            return all;
        }
    }
}
