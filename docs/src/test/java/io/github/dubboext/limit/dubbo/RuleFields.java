package io.github.dubboext.limit.dubbo;

import io.github.dubboext.limit.core.LimiterKey.Kind;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.dubbo.common.URL;

/** What the limit filters make of a configuration, field by field: here, where the package lets a test look. */
public final class RuleFields {

    private RuleFields() {}

    public static Map<String, Object> read(Kind kind, URL url) {
        List<String> problems = new ArrayList<>();
        Object rule = kind == Kind.TPS
                ? RateRule.read(url, "com.example.OrderService", "", null, problems)
                : ConcurrencyRule.read(kind, url, "com.example.OrderService", "", null, problems);
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(problems.toString());
        }
        Map<String, Object> fields = new TreeMap<>();
        for (Field field : rule.getClass().getDeclaredFields()) {
            if (!Modifier.isStatic(field.getModifiers())) {
                field.setAccessible(true);
                try {
                    fields.put(field.getName(), field.get(rule));
                } catch (IllegalAccessException e) {
                    throw new LinkageError(e.getMessage(), e);
                }
            }
        }
        // Whether a value was written down is not what it is.
        fields.remove("intervalUnset");
        return fields;
    }
}
