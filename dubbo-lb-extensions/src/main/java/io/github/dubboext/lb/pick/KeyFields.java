package io.github.dubboext.lb.pick;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** How to read the content of a class: by its own toString, by its fields, or not at all. Found once a class; immutable. */
final class KeyFields {
    static final KeyFields BY_TO_STRING = new KeyFields();
    static final KeyFields UNREADABLE = new KeyFields();

    private static final ClassValue<KeyFields> OF_CLASS = new ClassValue<KeyFields>() {
        @Override
        protected KeyFields computeValue(Class<?> type) {
            return hasToString(type) ? BY_TO_STRING : fieldsOf(type);
        }
    };

    private final Field[] fields;

    private KeyFields(Field... fields) {
        this.fields = fields;
    }

    static KeyFields of(Class<?> type) {
        return OF_CLASS.get(type);
    }

    int count() {
        return fields.length;
    }

    String name(int index) {
        return fields[index].getName();
    }

    Object read(int index, Object value) {
        try {
            return fields[index].get(value);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("was made accessible: " + fields[index], e);
        }
    }

    private static boolean hasToString(Class<?> type) {
        try {
            return type.getMethod("toString").getDeclaringClass() != Object.class;
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException("every class has it: " + type, e);
        }
    }

    /**
     * Base class first, then by name. Nothing that is not sent either (static, transient), nor of what the JDK or the
     * compiler (lambdas) made: its fields differ from one JVM to the next.
     */
    private static KeyFields fieldsOf(Class<?> type) {
        List<Field> fields = new ArrayList<>();
        for (Class<?> each = type; each != Object.class; each = each.getSuperclass()) {
            if (each.isSynthetic()
                    || each.getName().startsWith("java.")
                    || each.getName().startsWith("javax.")) {
                return UNREADABLE;
            }
            List<Field> own = new ArrayList<>(Arrays.asList(each.getDeclaredFields()));
            own.removeIf(field -> field.isSynthetic()
                    || Modifier.isStatic(field.getModifiers())
                    || Modifier.isTransient(field.getModifiers()));
            own.sort(Comparator.comparing(Field::getName));
            fields.addAll(0, own);
        }
        try {
            for (Field field : fields) {
                field.setAccessible(true);
            }
        } catch (RuntimeException e) {
            return UNREADABLE; // a module that is not open, or a security manager
        }
        return fields.isEmpty() ? UNREADABLE : new KeyFields(fields.toArray(new Field[0]));
    }
}
