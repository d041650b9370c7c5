package io.github.dubboext.lb.dubbo;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.dubbo.common.logger.Logger;
import org.apache.dubbo.common.logger.LoggerFactory;

/** Says once in a JVM which version of this jar is at work, and what it has added. */
final class Introduction {
    private static final Logger LOGGER = LoggerFactory.getLogger("io.github.dubboext.lb");
    private static final String POM = "/META-INF/maven/io.github.dubboext/dubbo-lb-extensions/pom.properties";
    private static final AtomicBoolean SAID = new AtomicBoolean();

    private Introduction() {}

    /** When Dubbo builds the first reference's chain of filters, or asks for the first strategy. */
    static void sayOnce() {
        if (SAID.compareAndSet(false, true)) {
            LOGGER.info(text(version(), hasCommands()));
        }
    }

    static String text(String version, boolean commands) {
        return "dubbo-lb-extensions " + version + " registered loadbalance values weightedrandom, smoothroundrobin, "
                + "leastrequest, ewma, ringhash and maglev, filter lb-call-stats"
                + (commands ? " and console command loadbalance" : "")
                + "; it replaced nothing: Dubbo's own values are Dubbo's";
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
