package io.github.dubboext.samples.consumer.report;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * All that a stress test has to say; each way of writing it down takes it from here. Immutable.
 *
 * @param command what was asked for
 * @param environment versions and machine, by name
 */
public record StressReport(
        String command, Instant started, Map<String, String> environment, List<StrategyResult> results) {

    /** Of all runs. */
    public SortedSet<String> providers() {
        SortedSet<String> all = new TreeSet<>();
        results.forEach(result -> all.addAll(result.providers()));
        return all;
    }
}
