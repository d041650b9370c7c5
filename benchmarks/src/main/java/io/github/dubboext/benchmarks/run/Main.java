package io.github.dubboext.benchmarks.run;

import io.github.dubboext.benchmarks.Facts;
import io.github.dubboext.benchmarks.limit.ContendedActives;
import io.github.dubboext.benchmarks.page.Page;
import io.github.dubboext.benchmarks.page.Results;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.CommandLineOptions;

/** The command {@code benchmarks/run}: measures, keeps the results, and writes the page from all that is kept. */
public final class Main {
    private static final String USAGE = """
            benchmarks/run short|long|smoke [PART...]   measure all parts or these, then write the page
            benchmarks/run page                         write the page again from the results kept
            benchmarks/run list                         the parts and their commands
            benchmarks/run jmh ARGUMENTS                JMH, as it is
            benchmarks/run sim ARGUMENTS                the simulation, as it is
            benchmarks/run contended                    30 threads against actives=10

            smoke only shows that everything runs; what it writes is in benchmarks/target/smoke.
            """;

    private final Path root;
    private final Results results;

    Main(Path root) {
        this.root = root;
        this.results = new Results(root.resolve("benchmarks/results"));
    }

    /** From the root of the repository. */
    public static void main(String[] args) throws Exception {
        String verb = args.length == 0 ? "help" : args[0];
        List<String> rest = Arrays.asList(args).subList(Math.min(1, args.length), args.length);
        switch (verb) {
            case "short", "long", "smoke" -> {
                Path root = Path.of(verb.equals("smoke") ? "benchmarks/target/smoke" : "");
                System.exit(new Main(root).measure(Plan.valueOf(verb.toUpperCase(Locale.ROOT)), rest));
            }
            case "page" -> new Main(Path.of("")).page();
            case "list" -> list();
            case "jmh" -> org.openjdk.jmh.Main.main(rest.toArray(String[]::new));
            case "sim" -> io.github.dubboext.benchmarks.sim.Main.main(rest.toArray(String[]::new));
            case "contended" ->
                System.out.println(String.join("\n", ContendedActives.run().markdown()));
            case "help", "-h", "--help" -> System.out.print(USAGE);
            default -> {
                System.err.print("unknown: " + verb + "\n" + USAGE);
                System.exit(2);
            }
        }
    }

    private static void list() {
        for (Plan plan : List.of(Plan.SHORT, Plan.LONG)) {
            System.out.println(name(plan));
            plan.parts().forEach((part, steps) -> {
                System.out.println("  " + part);
                steps.forEach(step -> System.out.println("    " + step.command()));
            });
        }
    }

    /**
     * All of the parts, even if one of them fails: what was measured is kept.
     *
     * @return the exit status: 1 if something failed, 2 if there is no such part
     */
    int measure(Plan plan, List<String> names) throws Exception {
        Map<String, List<Step>> parts = plan.parts();
        TreeSet<String> unknown = new TreeSet<>(names);
        unknown.removeAll(parts.keySet());
        if (!unknown.isEmpty()) {
            System.err.println("unknown: " + String.join(", ", unknown) + " (expected: "
                    + String.join(", ", parts.keySet()) + ")");
            return 2;
        }
        List<String> failed = new ArrayList<>();
        for (String part : parts.keySet()) {
            if (names.isEmpty() || names.contains(part)) {
                for (Step step : parts.get(part)) {
                    if (!measure(part, name(plan), step)) {
                        failed.add(step.command());
                    }
                }
            }
        }
        page();
        failed.forEach(command -> System.err.println("failed: " + command));
        return failed.isEmpty() ? 0 : 1;
    }

    /** False if it failed: then the results kept are the old ones. */
    boolean measure(String part, String mode, Step step) {
        System.out.println("\n== " + step.name() + ": " + step.command());
        Facts facts = Facts.now(part, mode, step.command());
        long began = System.nanoTime();
        try {
            switch (step.tool()) {
                case "jmh" -> results.keepJmh(step.name(), jmh(step.arguments()));
                case "sim" ->
                    results.keepTable(
                            step.name(),
                            io.github.dubboext.benchmarks.sim.Main.run(step.arguments())
                                    .get(0));
                case "contended" -> results.keepTable(step.name(), ContendedActives.run());
                default -> throw new IllegalArgumentException(step.tool());
            }
            results.keepFacts(step.name(), facts.lasted((System.nanoTime() - began) / 1_000_000_000));
            return true;
        } catch (Exception | Error e) {
            e.printStackTrace();
            return false;
        }
    }

    /** The JSON that JMH writes; by itself it would go on after a benchmark that fails, and leave it out. */
    static String jmh(List<String> arguments) throws Exception {
        Path json = Files.createTempFile("jmh", ".json");
        try {
            List<String> all = new ArrayList<>(arguments);
            all.addAll(List.of("-foe", "true", "-rf", "json", "-rff", json.toString()));
            new Runner(new CommandLineOptions(all.toArray(String[]::new))).run();
            return Files.readString(json);
        } finally {
            Files.delete(json);
        }
    }

    private void page() throws Exception {
        new Page(results).write(root);
        System.out.println("Written: " + root.resolve("docs/performance.md"));
    }

    private static String name(Plan plan) {
        return plan.name().toLowerCase(Locale.ROOT);
    }
}
