package io.github.dubboext.samples.consumer.lab;

import io.github.dubboext.samples.runtime.RunFailure;
import java.io.IOException;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;

/** Ports that nobody listens on right now, from Dubbo's usual one upwards. */
final class FreePorts {
    private static final int FIRST = 20880;
    private static final int LAST = 21880;

    private FreePorts() {}

    static List<Integer> find(int count) {
        List<Integer> free = new ArrayList<>();
        for (int port = FIRST; port < LAST && free.size() < count; port++) {
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
