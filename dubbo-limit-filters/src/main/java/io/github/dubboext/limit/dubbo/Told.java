package io.github.dubboext.limit.dubbo;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.dubbo.common.logger.Logger;
import org.apache.dubbo.common.logger.LoggerFactory;

/** What has been said once is not said again. Thread-safe. */
final class Told {

    private static final Logger LOGGER = LoggerFactory.getLogger(Told.class);
    /** Then it forgets, rather than grow: the values come from others. */
    private static final int TEXTS_MAX = 10_000;

    private static final Set<String> TEXTS = ConcurrentHashMap.newKeySet();

    private Told() {}

    static void once(String text) {
        if (TEXTS.size() >= TEXTS_MAX) {
            TEXTS.clear();
        }
        if (TEXTS.add(text)) {
            LOGGER.warn(text);
        }
    }
}
