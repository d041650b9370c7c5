package io.github.dubboext.samples.consumer.scenario;

import io.github.dubboext.samples.runtime.BadInput;
import java.util.ArrayList;
import java.util.List;

/** All that can be played. */
public final class Scenarios {
    private static final List<Scenario> OTHERS = List.of(
            new SlowProvider(),
            new SickProvider(),
            new WarmUp(),
            new Scale(),
            new Hash(),
            new Weights(),
            new Executes(),
            new Actives(),
            new Tps(),
            new Accepts(),
            new Connections(),
            new Lazy(),
            new ArticleTable());

    private Scenarios() {}

    /** In the order in which they are told about. */
    public static List<String> names() {
        List<String> names = new ArrayList<>(List.of(Compare.NAME));
        OTHERS.forEach(scenario -> names.add(scenario.name()));
        return names;
    }

    /** Any but {@code compare}, whose load is given on the command line. */
    public static Scenario named(String name) {
        return OTHERS.stream()
                .filter(scenario -> scenario.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new BadInput(
                        "SCENARIO: " + name + " (expected: list, all or one of " + String.join(", ", names()) + ")"));
    }

    /** For a terminal. */
    public static String list() {
        StringBuilder text = new StringBuilder(entry(Compare.NAME, Compare.STORY, ""));
        OTHERS.forEach(each -> text.append(entry(each.name(), each.story(), each.baseline())));
        return text.toString();
    }

    private static String entry(String name, String story, String baseline) {
        String line = String.format("%-15s%s%n", name, story);
        return baseline.isEmpty() ? line : line + String.format("%-15s--baseline: %s%n", "", baseline);
    }
}
