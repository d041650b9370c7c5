package io.github.dubboext.benchmarks.sim;

import java.util.List;
import java.util.function.ToDoubleFunction;

/** A number that a scenario is about, and what is asked of it. */
record Result(
        String name,
        String format,
        String goalOfEwma,
        String goalOfLeastRequest,
        ToDoubleFunction<Measurements> value) {

    static List<Result> of(Scenario scenario) {
        String name = scenario.name();
        if (name.equals("A")) {
            return List.of(
                    new Result("within 1 s, %", "%.3f", ">= 99.90", ">= 99.4", Measurements::percentWithinSecond));
        }
        if (name.equals("D")) {
            return List.of(new Result("failed, %", "%.4f", "<= 0.02", "< 1", Measurements::percentFailed));
        }
        if (scenario.joinSeconds() > 0) {
            return List.of(
                    new Result("peak, x fair share", "%.2f", "<= 1.3", "<= 1.5", Measurements::joinPeak),
                    new Result("second 1, x fair share", "%.2f", "", "", m -> m.joinSeconds(1, 1)),
                    new Result("seconds 2-5, x fair share", "%.2f", "", "", m -> m.joinSeconds(2, 5)),
                    new Result("seconds 6-10, x fair share", "%.2f", ">= 0.5", "", m -> m.joinSeconds(6, 10)),
                    new Result("p99, ms", "%.1f", "", "", Measurements::p99Millis));
        }
        String ewma = switch (name) {
            case "B", "B'" -> "<= 0.45";
            case "C1" -> "<= 92";
            case "C20" -> "<= 87";
            default -> "<= 1.2 x C20";
        };
        return List.of(new Result("p99, ms", "%.2f", ewma, name.equals("C1") ? "<= 115" : "", Measurements::p99Millis));
    }
}
