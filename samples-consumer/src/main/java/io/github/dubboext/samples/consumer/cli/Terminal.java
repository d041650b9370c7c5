package io.github.dubboext.samples.consumer.cli;

import io.github.dubboext.samples.consumer.load.Outcome;
import io.github.dubboext.samples.consumer.load.Sample;
import io.github.dubboext.samples.consumer.scenario.Console;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Writes for people: on a terminal one line that keeps changing while a run goes on, and colours unless {@code NO_COLOR} is
 * set; into a file or a pipe a plain line now and then. Thread-safe.
 */
final class Terminal implements Console {
    /** Tells a JVM that this one starts what it writes to; it cannot see it itself. */
    private static final String IS_TERMINAL = "stress.terminal";

    private static final Pattern VERDICT = Pattern.compile("\\b(PASS|FAIL|STOPPED)\\b");
    private static final String RETURN_AND_ERASE = "\r\u001b[K";
    private static final String RED = "\u001b[31m";
    private static final String GREEN = "\u001b[32m";
    private static final String PLAIN = "\u001b[0m";
    private static final long PLAIN_LINE_EVERY_MILLIS = 1000;

    private final PrintWriter out;
    private final boolean live;
    private final boolean coloured;
    private boolean lineIsOpen;

    Terminal(PrintWriter out, boolean live, boolean coloured) {
        this.out = out;
        this.live = live;
        this.coloured = coloured;
    }

    static Terminal of(PrintWriter out) {
        boolean terminal = isTerminal();
        String noColour = System.getenv("NO_COLOR");
        return new Terminal(out, terminal, terminal && (noColour == null || noColour.isEmpty()));
    }

    /** For a JVM that is started to write to the same place. */
    static List<String> jvmOptions() {
        return List.of("-D" + IS_TERMINAL + "=" + isTerminal());
    }

    @SuppressWarnings("SystemConsoleNull") // null is what JDK 17 says; the newer ones are asked below
    private static boolean isTerminal() {
        String told = System.getProperty(IS_TERMINAL);
        if (told != null) {
            return Boolean.parseBoolean(told);
        }
        java.io.Console console = System.console();
        if (console == null || "dumb".equals(System.getenv("TERM"))) {
            return false;
        }
        try {
            // From JDK 22 on there is a console also where there is no terminal, and this method, which tells.
            return (boolean) java.io.Console.class.getMethod("isTerminal").invoke(console);
        } catch (ReflectiveOperationException e) {
            return true;
        }
    }

    @Override
    public synchronized void say(String line) {
        endLiveLine();
        out.println(line);
        out.flush();
    }

    /** A text of several lines; what passed and what failed in it is coloured. */
    synchronized void print(String text) {
        endLiveLine();
        out.print(coloured ? coloured(text) : text);
        out.flush();
    }

    @Override
    public synchronized void progress(String run, Sample sample) {
        if (live) {
            out.print(RETURN_AND_ERASE + line(run, sample));
            lineIsOpen = true;
            out.flush();
        } else if (sample.fromMillis() / PLAIN_LINE_EVERY_MILLIS < sample.toMillis() / PLAIN_LINE_EVERY_MILLIS) {
            out.println(line(run, sample));
            out.flush();
        }
    }

    private void endLiveLine() {
        if (lineIsOpen) {
            out.print(RETURN_AND_ERASE);
            lineIsOpen = false;
        }
    }

    private static String line(String run, Sample sample) {
        return String.format(
                Locale.ROOT,
                "%-16s %3d s  %,6.0f calls/s  p99 %.1f ms  refused %,d  failed %,d",
                run,
                Math.round(sample.toMillis() / 1000.0),
                sample.callsPerSecond(),
                sample.latencies().millisAt(99),
                sample.count(Outcome.Group.REFUSED),
                sample.count(Outcome.Group.FAILED));
    }

    private static String coloured(String text) {
        return VERDICT.matcher(text)
                .replaceAll(word -> (word.group().equals("PASS") ? GREEN : RED) + word.group() + PLAIN);
    }
}
