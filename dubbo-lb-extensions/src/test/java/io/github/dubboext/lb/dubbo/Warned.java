package io.github.dubboext.lb.dubbo;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import java.util.stream.Collectors;
import org.slf4j.LoggerFactory;

/** What this jar has logged since this was opened. */
public final class Warned implements AutoCloseable {
    private final Logger logger = (Logger) LoggerFactory.getLogger("io.github.dubboext.lb");
    private final ListAppender<ILoggingEvent> appender = new ListAppender<>();

    public Warned() {
        appender.start();
        logger.addAppender(appender);
    }

    /** Without what Dubbo's logger puts around them. */
    public List<String> messages() {
        return appender.list.stream()
                .map(ILoggingEvent::getFormattedMessage)
                .map(text -> text.replaceFirst("^ ?\\[DUBBO] ", "").replaceFirst(", dubbo version: .*", ""))
                .collect(Collectors.toList());
    }

    @Override
    public void close() {
        logger.detachAppender(appender);
    }
}
