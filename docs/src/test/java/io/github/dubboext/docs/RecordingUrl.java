package io.github.dubboext.docs;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.dubbo.common.url.component.ServiceConfigURL;

/** A provider's URL that remembers which parameters were asked for. */
public final class RecordingUrl extends ServiceConfigURL {
    private static final long serialVersionUID = 1;

    private static final Set<String> ASKED = new TreeSet<>();

    public RecordingUrl(int number, Map<String, String> parameters) {
        super("dubbo", "10.0.0." + number, 20880, "com.example.OrderService", parameters);
    }

    /** All that any of them was asked for. */
    public static Set<String> asked() {
        return ASKED;
    }

    @Override
    public String getParameter(String key) {
        ASKED.add(key);
        return super.getParameter(key);
    }

    @Override
    public String getMethodParameter(String method, String key) {
        ASKED.add(key);
        return super.getMethodParameter(method, key);
    }
}
