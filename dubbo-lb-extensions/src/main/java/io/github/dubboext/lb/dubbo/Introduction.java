package io.github.dubboext.lb.dubbo;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.Collections;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.dubbo.common.logger.Logger;
import org.apache.dubbo.common.logger.LoggerFactory;

/** Says once in a JVM which version of this jar is at work, and what it has added. */
final class Introduction {
    private static final Logger LOGGER = LoggerFactory.getLogger("io.github.dubboext.lb");
    private static final String POM = "/META-INF/maven/io.github.dubboext/dubbo-lb-extensions/pom.properties";
    private static final String NAMES = "META-INF/dubbo/org.apache.dubbo.rpc.cluster.LoadBalance";
    private static final AtomicBoolean SAID = new AtomicBoolean();

    private Introduction() {}

    /** When Dubbo builds the first reference's chain of filters, or asks for the first strategy. */
    static void sayOnce() {
        if (SAID.compareAndSet(false, true)) {
            LOGGER.info(text(version(), names(), hasCommands()));
        }
    }

    static String text(String version, Set<String> names, boolean commands) {
        return "dubbo-lb-extensions " + version + " registered loadbalance values " + String.join(", ", names)
                + ", filter lb-call-stats" + (commands ? " and console command loadbalance" : "")
                + "; it replaced nothing: Dubbo's own values are Dubbo's";
    }

    /** The values of {@code loadbalance} that stand for a class of this jar, sorted. */
    static Set<String> names() {
        Set<String> names = new TreeSet<>();
        try {
            // All files of this name: the first may be another jar's.
            for (URL file : Collections.list(Introduction.class.getClassLoader().getResources(NAMES))) {
                Properties registered = new Properties();
                try (InputStream in = file.openStream()) {
                    registered.load(in);
                }
                registered.stringPropertyNames().stream()
                        .filter(name -> registered.getProperty(name).startsWith("io.github.dubboext.lb."))
                        .forEach(names::add);
            }
        } catch (IOException | IllegalArgumentException unreadable) {
            // Dubbo reads these files as well, and tells
        }
        return names;
    }

    /** The commands are for Dubbo 3.2 and later. */
    private static boolean hasCommands() {
        try {
            Class.forName("org.apache.dubbo.qos.api.BaseCommand", false, Introduction.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException | LinkageError absent) {
            return false;
        }
    }

    private static String version() {
        Properties pom = new Properties();
        try (InputStream in = Introduction.class.getResourceAsStream(POM)) {
            if (in != null) {
                pom.load(in);
            }
        } catch (IOException | IllegalArgumentException unreadable) {
            // a version is not worth an exception
        }
        return pom.getProperty("version", "(version unknown)");
    }
}
