package io.github.dubboext.limit.dubbo;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.dubbo.common.logger.Logger;
import org.apache.dubbo.common.logger.LoggerFactory;

/** Says once in a JVM which version of this jar is at work, and in whose place. */
public final class Introduction {

    private static final Logger LOGGER = LoggerFactory.getLogger("io.github.dubboext.limit");
    private static final String POM = "/META-INF/maven/io.github.dubboext/dubbo-limit-filters/pom.properties";
    private static final AtomicBoolean SAID = new AtomicBoolean();

    private Introduction() {}

    /** When Dubbo sets up the first protocol, and so before the first export, reference or call. */
    public static void sayOnce() {
        if (SAID.compareAndSet(false, true)) {
            LOGGER.info(text(version(), hasCommands()));
        }
    }

    static String text(String version, boolean commands) {
        return "dubbo-limit-filters " + version
                + " registered filters executelimit, active-limit, activelimit, tps and "
                + "limit-refusal, protocol wrapper limits" + (commands ? " and console command limits" : "")
                + "; executes, actives and tps are kept by these instead of Dubbo's own filters executelimit, "
                + "active-limit (activelimit in 2.7) and tps";
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
