package io.github.dubboext.samples.consumer.report;

import io.github.dubboext.samples.consumer.load.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** What the reports for people say in words, a line each. */
final class Remarks {
    private Remarks() {}

    /** What calls were refused or failed of; only where there is something to explain. */
    static List<String> causes(StressReport report) {
        List<String> lines = new ArrayList<>();
        for (Outcome.Group group : List.of(Outcome.Group.REFUSED, Outcome.Group.FAILED)) {
            for (StrategyResult result : report.results()) {
                List<String> causes = new ArrayList<>();
                result.load().outcomes().forEach((outcome, count) -> {
                    if (outcome.group() == group) {
                        causes.add(outcome.label() + " " + String.format(Locale.ROOT, "%,d", count));
                    }
                });
                if (!causes.isEmpty()) {
                    lines.add(group.name().toLowerCase(Locale.ROOT) + " with " + result.strategy() + ": "
                            + String.join(", ", causes));
                    result.load().firstReasons().forEach((outcome, reason) -> {
                        if (outcome.group() == group) {
                            lines.add("  first " + outcome.label() + ": " + reason);
                        }
                    });
                }
            }
        }
        return lines;
    }

    /** With what, and when. */
    static String made(StressReport report) {
        return report.environment().entrySet().stream()
                .map(entry -> entry.getKey() + " " + entry.getValue())
                .collect(Collectors.joining(", ", "", ", " + report.started()));
    }
}
