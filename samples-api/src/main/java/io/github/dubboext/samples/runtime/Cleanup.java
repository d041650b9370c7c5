package io.github.dubboext.samples.runtime;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Callable;

/**
 * Closes what was opened, last first, exactly once: at {@link #close()} or when the JVM is asked to end (Ctrl-C, SIGTERM),
 * whichever comes first. What is opened after that fails and leaves nothing behind. Thread-safe.
 */
public final class Cleanup implements AutoCloseable {
    private final Deque<AutoCloseable> steps = new ArrayDeque<>();
    private final Object closing = new Object();
    private boolean closed;

    private Cleanup() {}

    public static Cleanup atExit() {
        Cleanup cleanup = new Cleanup();
        Runtime.getRuntime().addShutdownHook(new Thread(cleanup::close, "cleanup"));
        return cleanup;
    }

    /** Opens something short to open, such as a process or a folder: an end of the JVM waits for it, then closes it. */
    public synchronized <T extends AutoCloseable> T open(Callable<T> opening) {
        if (closed) {
            throw new RunFailure("Stopped");
        }
        try {
            T opened = opening.call();
            steps.push(opened);
            return opened;
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new RunFailure(e.toString(), e);
        }
    }

    /** Whoever comes second waits for the first; {@link #open} does not wait, it fails. */
    @Override
    public void close() {
        synchronized (closing) {
            for (AutoCloseable step = next(); step != null; step = next()) {
                try {
                    step.close();
                } catch (Exception e) {
                    System.err.println("While stopping: " + e);
                }
            }
        }
    }

    private synchronized AutoCloseable next() {
        closed = true;
        return steps.poll();
    }
}
