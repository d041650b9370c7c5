package io.github.dubboext.benchmarks.sim;

import java.util.Arrays;

/** Calls being worked on, the next to complete first: a binary heap. */
final class Completions {
    private long[] times = new long[1024];
    private SimulatedCall[] calls = new SimulatedCall[1024];
    private int size;

    /** When the next call completes; {@link Long#MAX_VALUE} if none is left. */
    long nextNanos() {
        return size == 0 ? Long.MAX_VALUE : times[0];
    }

    void add(long nanos, SimulatedCall call) {
        if (size == times.length) {
            times = Arrays.copyOf(times, 2 * size);
            calls = Arrays.copyOf(calls, 2 * size);
        }
        int hole = size++;
        while (hole > 0) {
            int parent = (hole - 1) / 2;
            if (times[parent] <= nanos) {
                break;
            }
            times[hole] = times[parent];
            calls[hole] = calls[parent];
            hole = parent;
        }
        times[hole] = nanos;
        calls[hole] = call;
    }

    SimulatedCall poll() {
        SimulatedCall first = calls[0];
        long nanos = times[--size];
        SimulatedCall call = calls[size];
        calls[size] = null;
        int hole = 0;
        for (int child = 1; child < size; child = 2 * hole + 1) {
            if (child + 1 < size && times[child + 1] < times[child]) {
                child++;
            }
            if (times[child] >= nanos) {
                break;
            }
            times[hole] = times[child];
            calls[hole] = calls[child];
            hole = child;
        }
        if (size > 0) {
            times[hole] = nanos;
            calls[hole] = call;
        }
        return first;
    }
}
