package io.github.dubboext.benchmarks.run;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONObject;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** JMH goes on after a benchmark that fails, and leaves it out of its results: here that is noticed. */
final class Grid {
    private Grid() {}

    /** Fails unless there is a result for each combination of the parameters seen, and for each value asked for. */
    static void check(String json, List<String> arguments) {
        Map<String, List<JSONObject>> byBenchmark = new LinkedHashMap<>();
        for (Object result : JSON.parseArray(json)) {
            JSONObject object = (JSONObject) result;
            byBenchmark
                    .computeIfAbsent(object.getString("benchmark"), name -> new ArrayList<>())
                    .add(object);
        }
        byBenchmark.forEach((benchmark, results) -> {
            Map<String, Set<String>> values = new TreeMap<>();
            for (JSONObject result : results) {
                if (result.containsKey("params")) {
                    result.getJSONObject("params")
                            .forEach((key, value) -> values.computeIfAbsent(key, k -> new HashSet<>())
                                    .add(value.toString()));
                }
            }
            for (int i = 0; i < arguments.size() - 1; i++) {
                if (arguments.get(i).equals("-p")) {
                    String asked = arguments.get(i + 1);
                    int equals = asked.indexOf('=');
                    values.computeIfAbsent(asked.substring(0, equals), k -> new HashSet<>())
                            .addAll(List.of(asked.substring(equals + 1).split(",", -1)));
                }
            }
            int all = values.values().stream().mapToInt(Set::size).reduce(1, (a, b) -> a * b);
            if (results.size() != all) {
                throw new IllegalStateException(benchmark + ": " + results.size() + " results of " + all);
            }
        });
    }
}
