package io.github.dubboext.samples.runtime;

import java.io.IOException;

/**
 * Ends this JVM when the process that started it is gone, however it went: the pipe to standard input is then closed by
 * the system, also after a SIGKILL that left the parent no time for anything.
 */
public final class ParentWatch {
    /** The parent's ZooKeeper server is gone as well, and Dubbo would try to reach it for a long time. */
    private static final long POLITE_MILLIS = 2000;

    private ParentWatch() {}

    public static void start() {
        daemon("parent-watch", () -> {
            try {
                while (System.in.read() >= 0) {
                    // nothing is ever sent
                }
            } catch (IOException e) {
                // a broken pipe says the same
            }
            end();
        });
    }

    private static void end() {
        daemon("parent-gone", () -> System.exit(0));
        try {
            Thread.sleep(POLITE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Runtime.getRuntime().halt(0);
    }

    private static void daemon(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }
}
