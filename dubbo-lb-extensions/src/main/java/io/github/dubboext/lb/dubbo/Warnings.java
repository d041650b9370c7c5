package io.github.dubboext.lb.dubbo;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.dubbo.common.logger.Logger;
import org.apache.dubbo.common.logger.LoggerFactory;

/** Says each thing once. Remembers up to {@value #MOST} sentences; after that it says so and is silent. Thread-safe. */
final class Warnings {
    private static final int MOST = 1_000;
    private static final Logger LOGGER = LoggerFactory.getLogger("io.github.dubboext.lb");

    private final Set<String> told = ConcurrentHashMap.newKeySet();

    void warn(String sentence) {
        if (told.size() > MOST || !told.add(sentence)) {
            return;
        }
        LOGGER.warn(sentence);
        if (told.size() == MOST) {
            LOGGER.warn(
                    "That was the last of " + MOST + " warnings about load balancing parameters; more are not shown.");
            told.add("");
        }
    }
}
