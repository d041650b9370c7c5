package io.github.dubboext.samples.provider;

import java.io.IOException;

/**
 * Ends this JVM when the process that started it is gone, however it went: the pipe to standard input is then closed by
 * the system, also after a SIGKILL that left the parent no time for anything.
 */
final class ParentWatch {
    private ParentWatch() {}

    static void start() {
        Thread watch = new Thread(
                () -> {
                    try {
                        while (System.in.read() >= 0) {
                            // nothing is ever sent
                        }
                    } catch (IOException e) {
                        // a broken pipe says the same
                    }
                    System.exit(0);
                },
                "parent-watch");
        watch.setDaemon(true);
        watch.start();
    }
}
