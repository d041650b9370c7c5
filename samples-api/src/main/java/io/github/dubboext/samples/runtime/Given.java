package io.github.dubboext.samples.runtime;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the values of command line options; what cannot be meant ends as {@link BadInput} in one wording. */
public final class Given {
    private static final Pattern DURATION = Pattern.compile("(\\d{1,9})(ms|s|m|h)");
    private static final Pattern HOST_PORT = Pattern.compile("(\\[[0-9a-fA-F:]+]|[^:\\s]+):(\\d{1,5})");
    private static final Pattern RATE = Pattern.compile("(\\d{1,9})/s");

    private Given() {}

    public static int integer(String option, String text, int min, int max) {
        try {
            int value = Integer.parseInt(text.trim());
            if (value >= min && value <= max) {
                return value;
            }
        } catch (NumberFormatException e) {
            // told below, together with the numbers out of range
        }
        throw BadInput.of(option, text, min + " to " + max);
    }

    /** A share from 0 to 1. */
    public static double fraction(String option, String text) {
        try {
            double value = Double.parseDouble(text.trim());
            if (value >= 0 && value <= 1) {
                return value;
            }
        } catch (NumberFormatException e) {
            // told below
        }
        throw BadInput.of(option, text, "0 to 1");
    }

    /** A whole number and its unit: {@code 10ms}, {@code 20s}, {@code 5m}, {@code 1h}. */
    public static Duration duration(String option, String text, Duration min, Duration max) {
        Matcher matcher = DURATION.matcher(text.trim());
        if (matcher.matches()) {
            long number = Long.parseLong(matcher.group(1));
            Duration value = switch (matcher.group(2)) {
                case "ms" -> Duration.ofMillis(number);
                case "s" -> Duration.ofSeconds(number);
                case "m" -> Duration.ofMinutes(number);
                default -> Duration.ofHours(number);
            };
            if (value.compareTo(min) >= 0 && value.compareTo(max) <= 0) {
                return value;
            }
        }
        throw BadInput.of(option, text, show(min) + " to " + show(max));
    }

    /** {@code 500/s}; calls per second. */
    public static int rate(String option, String text, int max) {
        Matcher matcher = RATE.matcher(text.trim());
        if (matcher.matches()) {
            int value = Integer.parseInt(matcher.group(1));
            if (value >= 1 && value <= max) {
                return value;
            }
        }
        throw BadInput.of(option, text, "1/s to " + max + "/s");
    }

    public static HostPort hostPort(String option, String text) {
        Matcher matcher = HOST_PORT.matcher(text.trim());
        if (matcher.matches()) {
            int port = Integer.parseInt(matcher.group(2));
            if (port >= 1 && port <= 65535) {
                return new HostPort(matcher.group(1), port);
            }
        }
        throw BadInput.of(option, text, "HOST:PORT, such as 127.0.0.1:2181");
    }

    public static String oneOf(String option, String text, String... choices) {
        if (!List.of(choices).contains(text)) {
            throw BadInput.of(option, text, String.join(" or ", choices));
        }
        return text;
    }

    /** Found out before a long run, not after it. */
    public static Path writableFile(String option, String text) {
        try {
            Path file = Path.of(text).toAbsolutePath();
            if (Files.isDirectory(file.getParent())
                    && (Files.exists(file)
                            ? Files.isRegularFile(file) && Files.isWritable(file)
                            : Files.isWritable(file.getParent()))) {
                return file;
            }
        } catch (InvalidPathException e) {
            // told below
        }
        throw BadInput.of(option, text, "a file that can be written, in a folder that is there");
    }

    /** The shortest text that {@link #duration} reads back. */
    public static String show(Duration duration) {
        long millis = duration.toMillis();
        if (millis != 0 && millis % 3_600_000 == 0) {
            return millis / 3_600_000 + "h";
        }
        if (millis != 0 && millis % 60_000 == 0) {
            return millis / 60_000 + "m";
        }
        if (millis != 0 && millis % 1000 == 0) {
            return millis / 1000 + "s";
        }
        return millis + "ms";
    }
}
