package io.github.dubboext.lb.dubbo;

import java.util.function.Consumer;
import org.apache.dubbo.common.URL;

/**
 * The parameters of one URL for one method, read and checked: {@code method.key} before {@code key}, as Dubbo reads them.
 * A value that cannot be used is told once, with what is used instead; nothing here throws.
 */
public final class Parameters {
    private final URL url;
    private final String method;
    private final Warnings warnings;
    private final boolean ofProvider;

    /** What a provider says of itself: a warning names it. */
    Parameters(URL url, String method, Warnings warnings) {
        this(url, method, warnings, true);
    }

    private Parameters(URL url, String method, Warnings warnings, boolean ofProvider) {
        this.url = url;
        this.method = method;
        this.warnings = warnings;
        this.ofProvider = ofProvider;
    }

    /** What holds for all providers, read from whichever comes first: a warning names none, or there would be many. */
    static Parameters ofMethod(URL anyProvider, String method, Warnings warnings) {
        return new Parameters(anyProvider, method, warnings, false);
    }

    /** The text of {@code key}, trimmed, or null where there is none. */
    public String text(String key) {
        String text = method.isEmpty() ? url.getParameter(key) : url.getMethodParameter(method, key);
        if (text == null) {
            return null;
        }
        text = text.trim();
        return text.isEmpty() ? null : text;
    }

    /** A whole number from {@code min} to {@code max}; anything else is told and {@code defaultValue} is used. */
    public int integer(String key, int defaultValue, int min, int max) {
        String text = text(key);
        if (text == null) {
            return defaultValue;
        }
        try {
            int value = Integer.parseInt(text);
            if (value >= min && value <= max) {
                return value;
            }
        } catch (NumberFormatException e) {
            // told below, like a number out of range
        }
        reject(key, text, expected(min, max), String.valueOf(defaultValue));
        return defaultValue;
    }

    private static String expected(int min, int max) {
        if (max < Integer.MAX_VALUE) {
            return "an integer from " + min + " to " + max;
        }
        return min == Integer.MIN_VALUE ? "an integer" : "an integer of " + min + " or more";
    }

    /** When the provider started, milliseconds since 1970, or 0 where the registry does not tell. */
    long timestamp() {
        String text = url.getParameter("timestamp");
        if (text == null || text.isEmpty()) {
            return 0;
        }
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            reject("timestamp", text, "milliseconds since 1970", "the time it was first seen");
            return 0;
        }
    }

    /** {@code true} or {@code false}; anything else is told and {@code defaultValue} is used. */
    public boolean flag(String key, boolean defaultValue) {
        String text = text(key);
        if (text == null) {
            return defaultValue;
        }
        if ("true".equalsIgnoreCase(text) || "false".equalsIgnoreCase(text)) {
            return Boolean.parseBoolean(text);
        }
        reject(key, text, "true or false", String.valueOf(defaultValue));
        return defaultValue;
    }

    /** Tells, once, that {@code key} has a value that cannot be used, and what is used instead. */
    public void reject(String key, String value, String expected, String used) {
        warnings.warn(key + ": " + value + " (expected: " + expected + ") for " + where() + "; using " + used);
    }

    /** Tells something else about this method and address, once. */
    public void warn(String message) {
        warnings.warn(message + " for " + where());
    }

    /** Like {@link #warn}, for later: does not hold on to the URL. */
    public Consumer<String> warnLater() {
        Warnings to = warnings;
        String where = where();
        return message -> to.warn(message + " for " + where);
    }

    private String where() {
        String service = url.getServiceInterface();
        return service + (method.isEmpty() ? "" : "." + method) + (ofProvider ? " at " + url.getAddress() : "");
    }
}
