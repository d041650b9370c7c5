package io.github.dubboext.matrix;

import org.apache.dubbo.common.extension.ExtensionLoader;
import org.apache.dubbo.qos.api.BaseCommand;
import org.apache.dubbo.qos.api.CommandContext;

/** The commands as Dubbo's console finds them. Before Dubbo 3.2, where their interface has another name, for {@link #isThere} only. */
final class Console {
    private Console() {}

    static boolean isThere() {
        try {
            Class.forName("org.apache.dubbo.qos.api.BaseCommand", false, Console.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    /** Both show {@code call} of this service, with {@code weightedrandom} and {@code executes="7"}, as text and as JSON. */
    static void verify(String service, int port, int otherPort) {
        String start = "[{\"service\":\"" + service + "\",\"method\":\"call\",";
        verifyContains(
                answer("loadbalance", service),
                service + ".call: weightedrandom, 2 providers",
                ":" + port + " ",
                ":" + otherPort + " ");
        verifyContains(
                answer("loadbalance", service, "json"), start + "\"strategy\":\"weightedrandom\"", ":" + port + "\"");
        verifyContains(answer("limits", service), "| " + service + " ", "| executes ", "|     7 ");
        verifyContains(answer("limits", service, "json"), start + "\"key\":\"executes\"", "\"limit\":7,");
    }

    private static void verifyContains(String text, String... parts) {
        for (String part : parts) {
            if (!text.contains(part)) {
                throw new AssertionError("no " + part + " in: " + text);
            }
        }
    }

    @SuppressWarnings("deprecation") // the way that all versions have
    private static String answer(String command, String... args) {
        return ExtensionLoader.getExtensionLoader(BaseCommand.class)
                .getExtension(command)
                .execute(new CommandContext(command), args);
    }
}
