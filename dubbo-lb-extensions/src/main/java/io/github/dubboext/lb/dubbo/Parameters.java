package io.github.dubboext.lb.dubbo;

import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.dubbo.common.URL;

/**
 * The parameters of one URL for one method, read and checked: {@code method.key} before {@code key}, as Dubbo reads them.
 * A value that cannot be used is told once, with what is used instead: the last one that could, else the default. Nothing
 * here throws.
 */
public final class Parameters {
    private final URL url;
    private final String method;
    private final Warnings warnings;
    private final boolean ofProvider;
    /** Texts that could be used, by key or (a method's own) method.key; null where none are kept. */
    private final Map<String, String> lastGood;

    /** What a provider says of itself: a warning names it. */
    Parameters(URL url, String method, Warnings warnings) {
        this(url, method, warnings, true, null);
    }

    private Parameters(URL url, String method, Warnings warnings, boolean ofProvider, Map<String, String> lastGood) {
        this.url = url;
        this.method = method;
        this.warnings = warnings;
        this.ofProvider = ofProvider;
        this.lastGood = lastGood;
    }

    /**
     * What holds for all providers, read from whichever comes first: a warning names none, or there would be many.
     *
     * @param lastGood where to keep the values that can be used, for when they are followed by one that cannot
     */
    static Parameters ofMethod(URL anyProvider, String method, Warnings warnings, Map<String, String> lastGood) {
        return new Parameters(anyProvider, method, warnings, false, lastGood);
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

    /** A whole number from {@code min} to {@code max}; anything else is told and not used. */
    public int integer(String key, int defaultValue, int min, int max) {
        return value(key, defaultValue, String.valueOf(defaultValue), expected(min, max), text -> {
            long value = Long.parseLong(text);
            return value >= min && value <= max ? (int) value : null;
        });
    }

    /**
     * What {@code parse} makes of the text of {@code key}. Where it makes nothing of it (null, or a
     * {@link NumberFormatException}) that is told, and the last value it could use stays, or the default if there was none.
     */
    <T> T value(String key, T defaultValue, String defaultText, String expected, Function<String, T> parse) {
        String text = text(key);
        if (text == null) {
            forget(key);
            return defaultValue;
        }
        String level = isOfService(key, text) ? key : method + "." + key;
        T value = parsed(text, parse);
        if (value != null) {
            keep(level, text);
            return value;
        }
        String last = lastGood == null ? null : lastGood.get(level);
        reject(key, text, expected, last == null ? defaultText : last);
        return last == null ? defaultValue : parsed(last, parse);
    }

    private void keep(String level, String text) {
        if (lastGood != null) {
            lastGood.put(level, text);
        }
    }

    private void forget(String key) {
        if (lastGood != null) {
            lastGood.remove(key);
            lastGood.remove(method + "." + key);
        }
    }

    private static <T> T parsed(String text, Function<String, T> parse) {
        try {
            return parse.apply(text);
        } catch (NumberFormatException e) {
            return null;
        }
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

    /** {@code true} or {@code false}; anything else is told and not used. */
    public boolean flag(String key, boolean defaultValue) {
        return value(
                key,
                defaultValue,
                String.valueOf(defaultValue),
                "true or false",
                text -> ("true".equalsIgnoreCase(text) || "false".equalsIgnoreCase(text))
                        ? Boolean.valueOf(text)
                        : null);
    }

    /** Tells, once, that {@code key} has a value that cannot be used, and what is used instead. */
    public void reject(String key, String value, String expected, String used) {
        warnings.warn(
                key + ": " + value + " (expected: " + expected + ") for " + where(key, value) + "; using " + used);
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

    /** What methods take over from their service is told of the service, once for all of them. */
    private String where(String key, String value) {
        return isOfService(key, value) ? where("") : where();
    }

    private boolean isOfService(String key, String text) {
        return text.equals(url.getParameter(key, "").trim());
    }

    private String where() {
        return where(method);
    }

    private String where(String method) {
        String service = url.getServiceInterface();
        return service + (method.isEmpty() ? "" : "." + method) + (ofProvider ? " at " + url.getAddress() : "");
    }
}
