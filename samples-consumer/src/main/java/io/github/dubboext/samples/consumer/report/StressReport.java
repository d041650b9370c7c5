package io.github.dubboext.samples.consumer.report;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * All that a stress test has to say; each way of writing it down takes it from here. Immutable.
 *
 * @param scenario its name
 * @param story what to expect, in a line
 * @param command what was asked for
 * @param environment versions and machine, by name
 * @param expectations in the order in which they were looked at
 * @param notes what else there is to say, a line each
 * @param complete false if the run was ended before its time
 */
public record StressReport(
        String scenario,
        String story,
        String command,
        Instant started,
        Map<String, String> environment,
        List<StrategyResult> results,
        List<Expectation> expectations,
        List<String> notes,
        boolean complete) {

    /** Of all runs. */
    public SortedSet<String> providers() {
        SortedSet<String> all = new TreeSet<>();
        results.forEach(result -> all.addAll(result.providers()));
        return all;
    }

    /** The weight of a provider is the same in every run that knows one; the first of them. */
    StrategyResult firstWith(String provider) {
        return results.stream()
                .filter(result -> result.weights().containsKey(provider))
                .findFirst()
                .orElse(results.get(0));
    }

    /** Never when nothing was looked at. */
    public boolean passed() {
        return complete && !expectations.isEmpty() && expectations.stream().allMatch(Expectation::met);
    }

    /** {@code PASS}, {@code FAIL} with how many, or that it was ended early. */
    public String verdict() {
        long missed = expectations.stream().filter(each -> !each.met()).count();
        if (!complete) {
            return "STOPPED " + scenario + ": only what was measured until then";
        }
        if (passed()) {
            return "PASS " + scenario;
        }
        return "FAIL " + scenario
                + (expectations.isEmpty()
                        ? " (nothing was looked at)"
                        : " (" + missed + " of " + expectations.size() + " expectations not met)");
    }
}
