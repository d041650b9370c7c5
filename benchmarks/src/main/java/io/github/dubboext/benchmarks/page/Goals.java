package io.github.dubboext.benchmarks.page;

import io.github.dubboext.benchmarks.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the simulation was asked to show, and whether it does: the columns {@code goal STRATEGY} of its table. */
final class Goals {
    private static final Pattern GOAL = Pattern.compile("(<=|>=|<) ([0-9.]+)( x C20)?");
    private static final String COLUMN = "goal ";

    private final double c20Millis;
    private int met;
    private int unknown;
    private final List<String> missed = new ArrayList<>();

    /** Needs p99 of ewma in C20, which one of the goals is a multiple of; NaN if it was not measured. */
    Goals(double c20Millis) {
        this.c20Millis = c20Millis;
    }

    /** The number in the row of a scenario and the column of a strategy; NaN if there is none. */
    static double cell(Table table, String scenario, String measured, String strategy) {
        int column = table.columns().indexOf(strategy);
        return table.rows().stream()
                .filter(row -> row.get(0).equals(scenario) && row.get(1).equals(measured))
                .mapToDouble(row -> Double.parseDouble(row.get(column)))
                .findFirst()
                .orElse(Double.NaN);
    }

    Goals check(Table table) {
        List<String> columns = table.columns();
        for (List<String> row : table.rows()) {
            for (int i = 0; i < columns.size(); i++) {
                int value = columns.get(i).startsWith(COLUMN)
                        ? columns.indexOf(columns.get(i).substring(COLUMN.length()))
                        : -1;
                if (value >= 0 && !row.get(i).isEmpty()) {
                    check(
                            row.get(0) + ", " + row.get(1) + ", `" + columns.get(value) + "`",
                            row.get(value),
                            row.get(i));
                }
            }
        }
        return this;
    }

    private void check(String what, String value, String goal) {
        Matcher matcher = GOAL.matcher(goal);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(what + ": " + goal);
        }
        double bound = Double.parseDouble(matcher.group(2)) * (matcher.group(3) == null ? 1 : c20Millis);
        if (Double.isNaN(bound)) {
            unknown++;
            return;
        }
        double number = Double.parseDouble(value);
        boolean holds = switch (matcher.group(1)) {
            case "<=" -> number <= bound;
            case ">=" -> number >= bound;
            default -> number < bound;
        };
        if (holds) {
            met++;
        } else {
            missed.add(what + ": " + value + " (goal " + goal + ")");
        }
    }

    String summary() {
        return "Goals met: " + met + " of " + (met + missed.size()) + "."
                + (missed.isEmpty() ? "" : " **Missed**: " + String.join("; ", missed) + ".")
                + (unknown == 0 ? "" : " Not checked, for C20 was not measured: " + unknown + ".");
    }
}
