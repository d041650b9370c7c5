package io.github.dubboext.limit.testing;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.LoggerFactory;

/** Everything from WARN up that is logged while it is open. */
public final class Logged implements AutoCloseable {

    private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    private final Level before = root.getLevel();
    private final ListAppender<ILoggingEvent> events = new ListAppender<>();

    public Logged() {
        root.setLevel(Level.WARN);
        root.detachAndStopAllAppenders();
        events.start();
        root.addAppender(events);
    }

    /** Messages that contain {@code part}, without what Dubbo's logger adds. */
    public List<String> texts(String part) {
        List<String> texts = new ArrayList<>();
        for (ILoggingEvent event : List.copyOf(events.list)) {
            String text = event.getFormattedMessage()
                    .replaceFirst("^ ?\\[DUBBO\\] ", "")
                    .replaceFirst(", dubbo version: .*", "");
            if (text.contains(part)) {
                texts.add(text);
            }
        }
        return texts;
    }

    public List<ILoggingEvent> all() {
        return List.copyOf(events.list);
    }

    @Override
    public void close() {
        root.setLevel(before);
        root.detachAppender(events);
    }
}
