package io.github.dubboext.samples.consumer.lab;

import io.github.dubboext.samples.runtime.RunFailure;
import java.io.IOException;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports that nobody listens on right now. The search begins anywhere, so that two runs which start at the same time on one
 * machine do not both choose the first free ones, and stays below those that the system gives to outgoing connections.
 */
final class FreePorts {
    private static final int FIRST = 21_000;
    private static final int LAST = 30_000;
    private static final int STEP = 10;

    private FreePorts() {}

    static List<Integer> find(int count) {
        int start = FIRST + STEP * ThreadLocalRandom.current().nextInt((LAST - FIRST) / STEP);
        List<Integer> free = new ArrayList<>();
        for (int i = 0; i < LAST - FIRST && free.size() < count; i++) {
            int port = FIRST + (start - FIRST + i) % (LAST - FIRST);
            try {
                new ServerSocket(port).close();
                free.add(port);
            } catch (IOException e) {
                // taken; the next one then
            }
        }
        if (free.size() < count) {
            throw new RunFailure("No " + count + " free ports from " + FIRST + " to " + LAST);
        }
        return free;
    }
}
