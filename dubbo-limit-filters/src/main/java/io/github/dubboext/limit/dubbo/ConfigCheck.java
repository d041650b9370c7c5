package io.github.dubboext.limit.dubbo;

import io.github.dubboext.limit.core.LimiterKey.Kind;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.dubbo.common.URL;

/** Looks at all the parameters of one side of a URL at once, those of methods included. */
final class ConfigCheck {

    private static final String[] KEYS = {"executes", "actives", "tps", "limit"};

    private ConfigCheck() {}

    /** What is wrong with the limits that {@code url} itself carries; empty if nothing is. */
    static List<String> problems(URL url, boolean provider) {
        Set<String> problems = new LinkedHashSet<>();
        for (String method : methods(url.getParameters())) {
            List<String> found = new ArrayList<>();
            String service = String.valueOf(url.getServiceKey());
            if (provider) {
                ConcurrencyRule.read(Kind.EXECUTES, url, service, method, null, found);
                RateRule.read(url, service, method, null, found);
            } else {
                ConcurrencyRule.read(Kind.ACTIVES, url, service, method, null, found);
            }
            problems.addAll(found);
        }
        return new ArrayList<>(problems);
    }

    /** The service itself (an empty name) and each method with a limit parameter of its own. */
    private static Set<String> methods(Map<String, String> parameters) {
        Set<String> methods = new LinkedHashSet<>();
        methods.add("");
        for (String key : parameters.keySet()) {
            for (String limit : KEYS) {
                int at = key.indexOf("." + limit);
                int end = at + 1 + limit.length();
                if (at > 0 && (end == key.length() || key.charAt(end) == '.')) {
                    methods.add(key.substring(0, at));
                }
            }
        }
        return methods;
    }
}
