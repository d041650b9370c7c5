package io.github.dubboext.benchmarks.run;

import java.util.List;

/**
 * A command whose result is kept.
 *
 * @param name of the result
 * @param tool {@code jmh}, {@code sim} or {@code contended}: the word after {@code benchmarks/run}
 */
record Step(String name, String tool, List<String> arguments) {

    static Step of(String name, String tool, String arguments) {
        return new Step(name, tool, arguments.isEmpty() ? List.of() : List.of(arguments.split(" ", -1)));
    }

    String command() {
        return "benchmarks/run " + tool + (arguments.isEmpty() ? "" : " " + String.join(" ", arguments));
    }
}
