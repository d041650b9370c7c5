package io.github.dubboext.benchmarks.page;

import com.alibaba.fastjson2.JSONArray;
import com.alibaba.fastjson2.JSONObject;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * What JMH measured for one benchmark with one set of parameters.
 *
 * @param benchmark class and method, without the package
 * @param nanos median of all iterations of all forks
 * @param low the lowest of them
 * @param bytes allocated in a call; NaN if not measured
 */
record Measured(
        String benchmark,
        Map<String, String> parameters,
        int threads,
        double nanos,
        double low,
        double high,
        double bytes) {

    static Measured of(JSONObject json) {
        JSONObject metric = json.getJSONObject("primaryMetric");
        if (!"ns/op".equals(metric.getString("scoreUnit"))) {
            throw new IllegalArgumentException(json.getString("benchmark") + " is in " + metric.getString("scoreUnit"));
        }
        double[] sorted = metric.getJSONArray("rawData").stream()
                .map(JSONArray.class::cast)
                .flatMapToDouble(fork -> IntStream.range(0, fork.size()).mapToDouble(fork::getDoubleValue))
                .sorted()
                .toArray();
        Map<String, String> parameters = new TreeMap<>();
        if (json.containsKey("params")) {
            json.getJSONObject("params").forEach((key, value) -> parameters.put(key, value.toString()));
        }
        JSONObject allocation = json.getJSONObject("secondaryMetrics").getJSONObject("gc.alloc.rate.norm");
        return new Measured(
                json.getString("benchmark").replaceFirst(".*\\.(\\w+\\.\\w+)$", "$1"),
                parameters,
                json.getIntValue("threads"),
                (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2,
                sorted[0],
                sorted[sorted.length - 1],
                allocation == null ? Double.NaN : allocation.getDoubleValue("score"));
    }

    String parameter(String name) {
        return parameters.get(name);
    }

    int n() {
        return Integer.parseInt(parameter("n"));
    }

    /** How many times faster this is than the other; below 1 it is slower. */
    double timesFasterThan(Measured other) {
        return other.nanos / nanos;
    }

    /** Whether their difference may be chance: the ranges of their iterations overlap. */
    boolean overlaps(Measured other) {
        return low <= other.high && other.low <= high;
    }

    /** Whether each iteration took longer than any of the base, so that the difference to it is a number that means something. */
    boolean standsOutOf(Measured base) {
        return low > base.high;
    }
}
