package io.github.dubboext.limit.dubbo;

import java.util.Arrays;
import java.util.List;
import org.apache.dubbo.common.URL;

/**
 * Reads the parameters of one method (or of the service, for an empty name) and notes what is wrong with them as
 * {@code key: value (expected: …) for Service.method}. For one thread.
 */
final class ConfigReader {

    private final URL url;
    private final String service;
    private final String method;
    private final List<String> problems;

    ConfigReader(URL url, String service, String method, List<String> problems) {
        this.url = url;
        this.service = service;
        this.method = method;
        this.problems = problems;
    }

    private String raw(String key) {
        String value = method.isEmpty() ? url.getParameter(key) : url.getMethodParameter(method, key);
        return value == null ? "" : value.trim();
    }

    /** Whether the reference takes out a filter that has these names. Dubbo would want all of them; users know one. */
    boolean takesOut(String... names) {
        List<String> filters =
                Arrays.asList(url.getParameter("reference.filter", "").split("\\s*,\\s*"));
        return Arrays.stream(names).anyMatch(name -> filters.contains("-" + name));
    }

    boolean has(String key) {
        return !raw(key).isEmpty();
    }

    /** A whole number from {@code min} to {@code max}; {@code unset} if absent, {@code bad} if it is no such thing. */
    long number(String key, long unset, long bad, long min, long max) {
        String value = raw(key);
        if (value.isEmpty()) {
            return unset;
        }
        try {
            long number = Long.parseLong(value);
            if (number >= min && number <= max) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Falls through: told like a number out of range.
        }
        return problem(key, value, "a whole number from " + min + " to " + max, bad);
    }

    boolean flag(String key, boolean bad) {
        String value = raw(key);
        if (value.isEmpty() || value.equals("false")) {
            return false;
        }
        return value.equals("true") || problem(key, value, "true or false", bad);
    }

    /** One of {@code allowed}; {@code unset} if absent, {@code bad} if it is none of them. */
    String oneOf(String key, String unset, String bad, String... allowed) {
        String value = raw(key);
        if (value.isEmpty()) {
            return unset;
        }
        return Arrays.asList(allowed).contains(value)
                ? value
                : problem(key, value, "one of " + String.join(", ", allowed), bad);
    }

    private <T> T problem(String key, String value, String expected, T bad) {
        // What methods take over from their service is told of the service, once for all of them.
        String ofService = method.isEmpty() ? value : url.getParameter(key, "").trim();
        String where = value.equals(ofService) ? service : service + "." + method;
        problems.add(key + ": " + Words.shorten(value, 50) + " (expected: " + expected + ") for " + where);
        return bad;
    }
}
