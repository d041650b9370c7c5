package io.github.dubboext.lb.pick;

import java.lang.reflect.Array;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Writes values as text by content: equal content gives equal text, in every JVM. Arrays and collections are written
 * element by element, sets and maps in the order of their texts, an object without a {@code toString} of its own by its
 * fields. O(size of the content); not thread-safe.
 *
 * <p>Plain text is that of {@code toString} wherever that goes by content ({@code [a, b]}, {@code {k=v}}). In typed text
 * each single value is preceded by its kind and length, so that different content gives different text.
 */
public final class KeyText {
    /** Deeper than any message. What contains itself is deeper. */
    private static final int MOST_LEVELS = 32;
    /** Read by their fields; some 0.1 ms. What has more, such as a callback that holds half the application, is no key. */
    private static final int MOST_OBJECTS = 1_000;

    private final boolean typed;
    private final StringBuilder text = new StringBuilder();
    private int levels;
    private int objects;
    private boolean endless;
    private boolean anyContent;
    private Class<?> unreadable;

    public KeyText(boolean typed) {
        this.typed = typed;
    }

    public CharSequence text() {
        return text;
    }

    /** Whether the text is fit for a key: says more than the names of classes, and says all. */
    public boolean isKey() {
        return anyContent && !endless;
    }

    /** A class of which only the name could be written; null if there was none. */
    public Class<?> unreadable() {
        return unreadable;
    }

    public void append(Object value) {
        if (value == null) {
            single('n', "null");
        } else if (value instanceof String || value instanceof Character) {
            single('t', value.toString());
        } else if (value instanceof Enum) {
            single('t', typed ? ((Enum<?>) value).name() : value.toString());
        } else if (isWhole(value)) {
            single('w', value.toString());
        } else if (isFraction(value)) {
            single('f', typed ? String.valueOf(((Number) value).doubleValue()) : value.toString());
        } else if (endless || levels == MOST_LEVELS) {
            endless = true;
        } else {
            levels++;
            nested(value);
            levels--;
        }
    }

    /** Whether it is a {@code long} or narrower. */
    public static boolean isWhole(Object value) {
        return value instanceof Integer || value instanceof Long || value instanceof Short || value instanceof Byte;
    }

    static boolean isFraction(Object value) {
        return value instanceof Double || value instanceof Float;
    }

    private void single(char kind, String value) {
        anyContent = true;
        if (typed) {
            text.append(kind).append(value.length()).append(':');
        }
        text.append(value);
    }

    private void nested(Object value) {
        if (value instanceof byte[]) {
            single('b', new String((byte[]) value, StandardCharsets.ISO_8859_1));
        } else if (value.getClass().isArray()) {
            array(value);
        } else if (value instanceof Set) {
            set((Set<?>) value);
        } else if (value instanceof Collection) {
            collection((Collection<?>) value);
        } else if (value instanceof Map) {
            map((Map<?, ?>) value);
        } else {
            object(value);
        }
    }

    private void array(Object array) {
        anyContent = true;
        text.append('[');
        int length = Array.getLength(array);
        for (int i = 0; i < length; i++) {
            separate(i);
            append(Array.get(array, i));
        }
        text.append(']');
    }

    private void collection(Collection<?> elements) {
        anyContent = true;
        text.append('[');
        int count = 0;
        for (Object element : elements) {
            separate(count++);
            append(element);
        }
        text.append(']');
    }

    private void set(Set<?> elements) {
        List<String> parts = new ArrayList<>(elements.size());
        int start = text.length();
        for (Object element : elements) {
            append(element);
            parts.add(cut(start));
        }
        sorted('[', parts, ']');
    }

    private void map(Map<?, ?> entries) {
        List<String> parts = new ArrayList<>(entries.size());
        int start = text.length();
        for (Map.Entry<?, ?> entry : entries.entrySet()) {
            append(entry.getKey());
            text.append('=');
            append(entry.getValue());
            parts.add(cut(start));
        }
        sorted('{', parts, '}');
    }

    private String cut(int start) {
        String part = text.substring(start);
        text.setLength(start);
        return part;
    }

    private void sorted(char open, List<String> parts, char close) {
        anyContent = true;
        Collections.sort(parts);
        text.append(open).append(String.join(", ", parts)).append(close);
    }

    private void object(Object value) {
        Class<?> type = value.getClass();
        KeyFields fields = KeyFields.of(type);
        if (fields == KeyFields.BY_TO_STRING) {
            single('x', String.valueOf(value.toString()));
            return;
        }
        text.append(type.getName());
        if (fields == KeyFields.UNREADABLE) {
            unreadable = type;
        } else if (++objects > MOST_OBJECTS) {
            endless = true;
        } else {
            text.append('{');
            for (int i = 0; i < fields.count(); i++) {
                separate(i);
                text.append(fields.name(i)).append('=');
                append(fields.read(i, value));
            }
            text.append('}');
        }
    }

    private void separate(int before) {
        if (before > 0) {
            text.append(", ");
        }
    }
}
