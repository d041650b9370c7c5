package io.github.dubboext.samples.consumer.client;

import io.github.dubboext.samples.runtime.BadInput;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.dubbo.rpc.cluster.LoadBalance;
import org.apache.dubbo.rpc.model.FrameworkModel;

/** The values of {@code loadbalance} that this class path knows. */
public final class Strategies {
    private Strategies() {}

    /** Dubbo's own, and whatever the jars beside it register. */
    public static Set<String> available() {
        // A model of its own, destroyed again: the one that the XML starts must not find half-used state.
        FrameworkModel framework = new FrameworkModel();
        try {
            return framework
                    .newApplication()
                    .getExtensionLoader(LoadBalance.class)
                    .getSupportedExtensions();
        } finally {
            framework.destroy();
        }
    }

    /**
     * Reads a list of names.
     *
     * @param text names with commas between them
     */
    public static List<String> parse(String option, String text, Set<String> available) {
        List<String> names = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            String name = part.trim();
            if (!available.contains(name)) {
                throw new BadInput(
                        option + ": " + name + " (expected: one or more of " + String.join(", ", available) + ")");
            }
            names.add(name);
        }
        return List.copyOf(names);
    }
}
