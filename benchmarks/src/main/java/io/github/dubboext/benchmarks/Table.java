package io.github.dubboext.benchmarks;

import java.util.ArrayList;
import java.util.List;

/** What came out, as text: numbers stand in it as they are meant to be read. */
public record Table(List<String> columns, List<List<String>> rows) {

    /** The lines of a Markdown table; numbers are to the right. */
    public List<String> markdown() {
        List<String> lines = new ArrayList<>();
        lines.add(line(columns));
        List<String> rule = new ArrayList<>();
        for (int column = 0; column < columns.size(); column++) {
            int index = column;
            rule.add(rows.stream().map(row -> row.get(index)).allMatch(Table::isNumber) ? "---:" : "---");
        }
        lines.add(line(rule));
        rows.forEach(row -> lines.add(line(row)));
        return lines;
    }

    /** With its unit, bold or not; or none. */
    private static boolean isNumber(String cell) {
        return cell.matches("(\\*\\*)?[0-9].*|–|");
    }

    private static String line(List<String> cells) {
        return "| " + String.join(" | ", cells) + " |";
    }
}
