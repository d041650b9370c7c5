package io.github.dubboext.lb.dubbo;

import io.github.dubboext.lb.pick.KeyHash;
import io.github.dubboext.lb.pick.KeyText;
import java.util.Arrays;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.apache.dubbo.rpc.Invocation;

/**
 * The hash of a call's key, or {@link KeyHash#ABSENT} and one warning if it has none. A generic call has the key of the
 * direct one. Thread-safe.
 *
 * <p>In Dubbo's way the texts of the arguments are strung together and hashed by MD5. In ours each part is hashed by kind
 * and content, so that null and "null", 1 and "1", ("u1", "1x") and ("u11", "x") differ; whole numbers of any width, an
 * enum and its name, a character and its string, an array and a list do not, for a generic caller may use either.
 */
final class HashKey implements ToLongFunction<Invocation> {
    private static final Object[] NONE = {};
    /** What the hash of a part starts from, by its kind. */
    private static final long NULL = 1;

    private static final long TEXT = 2;
    private static final long WHOLE = 3;
    private static final long OTHER = 4;

    private final HashSettings settings;
    private final int[] indexes;
    /** Racy on purpose: the worst is a second warning. */
    private boolean warned;

    HashKey(HashSettings settings) {
        this.settings = settings;
        this.indexes = settings.arguments();
    }

    @Override
    public long applyAsLong(Invocation invocation) {
        try {
            return settings.attachment == null ? ofArguments(invocation) : ofAttachment(invocation);
        } catch (RuntimeException e) { // from a toString or an iterator of the application's
            return absent("values that can be read, unlike this one: ", e);
        }
    }

    private long ofAttachment(Invocation invocation) {
        Object value = invocation.getObjectAttachment(settings.attachment);
        if (value == null || value.equals("")) {
            return absent("an attachment of that name", "");
        }
        return ofPart(value);
    }

    private long ofArguments(Invocation invocation) {
        Object[] arguments = invocation.getArguments();
        String method = invocation.getMethodName();
        if (("$invoke".equals(method) || "$invokeAsync".equals(method)) && arguments != null && arguments.length > 2) {
            method = String.valueOf(arguments[0]);
            arguments = arguments[2] instanceof Object[] ? (Object[]) arguments[2] : NONE;
        }
        int count = arguments == null ? 0 : arguments.length;
        if (!anyBelow(count)) {
            return absent("the index of an argument, of which there are ", count);
        }
        return settings.dubbo ? asDubbo(arguments) : ofParts(method, arguments);
    }

    private boolean anyBelow(int count) {
        for (int index : indexes) {
            if (index < count) {
                return true;
            }
        }
        return false;
    }

    private long asDubbo(Object[] arguments) {
        if (indexes.length == 1 && arguments[indexes[0]] instanceof String) {
            return KeyHash.md5((String) arguments[indexes[0]]);
        }
        KeyText text = new KeyText(false);
        for (int index : indexes) {
            if (index < arguments.length) {
                text.append(arguments[index]);
            }
        }
        return isKey(text) ? KeyHash.md5(text.text().toString()) : KeyHash.ABSENT;
    }

    private long ofParts(String method, Object[] arguments) {
        long hash = settings.method ? KeyHash.of(method, TEXT) : 0;
        boolean any = false;
        for (int index : indexes) {
            if (index < arguments.length) {
                long part = ofPart(arguments[index]);
                any |= part != KeyHash.ABSENT;
                hash = KeyHash.combine(hash, part);
            }
        }
        return any ? hash : KeyHash.ABSENT;
    }

    /** Without a text for the kinds that nearly every key is of. */
    private long ofPart(Object value) {
        if (value == null) {
            return NULL;
        }
        if (value instanceof String) {
            return KeyHash.of((String) value, TEXT);
        }
        if (value instanceof Character) {
            return KeyHash.of(value.toString(), TEXT);
        }
        if (value instanceof Enum) {
            return KeyHash.of(((Enum<?>) value).name(), TEXT);
        }
        if (KeyText.isWhole(value)) {
            return KeyHash.combine(WHOLE, ((Number) value).longValue());
        }
        KeyText text = new KeyText(true);
        text.append(value);
        return isKey(text) ? KeyHash.of(text.text(), OTHER) : KeyHash.ABSENT;
    }

    private boolean isKey(KeyText text) {
        boolean isKey = text.isKey();
        if (text.unreadable() != null) {
            absent("values with a toString of their own or fields that can be read, unlike ", text.unreadable());
        } else if (!isKey) {
            absent("values that do not contain themselves, nor thousands of objects without a toString", "");
        }
        return isKey;
    }

    /** Puts the parts together only if this is to be told. */
    private long absent(String expected, Object detail) {
        if (!warned) {
            warned = true;
            String setting = settings.attachment == null
                    ? HashSettings.ARGUMENTS + ": "
                            + Arrays.stream(indexes).mapToObj(String::valueOf).collect(Collectors.joining(","))
                    : HashSettings.KEY + ": " + HashSettings.KEY_ATTACHMENT + settings.attachment;
            settings.warnings.accept(setting + " (expected: " + expected + detail
                    + "; calls without a key go to a provider at random, by weight)");
        }
        return KeyHash.ABSENT;
    }
}
