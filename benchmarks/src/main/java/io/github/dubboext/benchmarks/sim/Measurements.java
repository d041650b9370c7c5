package io.github.dubboext.benchmarks.sim;

import org.HdrHistogram.Histogram;

/** What comes out of a run, calls of the warm-up left out. */
final class Measurements {
    private static final long SECOND = 1_000_000_000L;
    private static final long WINDOW = SECOND / 10;
    private static final int JOIN_WINDOWS = 100;
    private static final long MAX_MICROS = 3_600_000_000L;

    private final Scenario scenario;
    private final Histogram micros = new Histogram(MAX_MICROS, 3);
    private final int[] toJoined = new int[JOIN_WINDOWS];
    private final int[] toAll = new int[JOIN_WINDOWS];
    private long calls;
    private long failed;
    private long withinSecond;

    Measurements(Scenario scenario) {
        this.scenario = scenario;
    }

    void sent(int server, long nowNanos) {
        long sinceJoin = nowNanos - scenario.joinSeconds() * SECOND;
        if (scenario.joinSeconds() > 0 && sinceJoin >= 0 && sinceJoin < JOIN_WINDOWS * WINDOW) {
            int window = (int) (sinceJoin / WINDOW);
            toAll[window]++;
            if (server == 0) {
                toJoined[window]++;
            }
        }
    }

    void done(SimulatedCall call, boolean answered, long nowNanos) {
        if (call.beginNanos() < scenario.warmUpSeconds() * SECOND) {
            return;
        }
        long nanos = nowNanos - call.beginNanos();
        calls++;
        if (!answered) {
            failed++;
        } else if (nanos <= SECOND) {
            withinSecond++;
        }
        micros.recordValue(Math.min(nanos / 1_000, MAX_MICROS));
    }

    double percentWithinSecond() {
        return 100.0 * withinSecond / calls;
    }

    double percentFailed() {
        return 100.0 * failed / calls;
    }

    double p99Millis() {
        return micros.getValueAtPercentile(99) / 1_000.0;
    }

    /** Highest share of the server that joined in any 0.1 s of its first 10 s, as a multiple of the fair one. */
    double joinPeak() {
        double peak = 0;
        for (int i = 0; i < JOIN_WINDOWS; i++) {
            peak = Math.max(peak, joinShare(i, i + 1));
        }
        return peak;
    }

    /** Share of the server that joined in its seconds {@code from} (the first is 1) to {@code to}, likewise. */
    double joinSeconds(int from, int to) {
        return joinShare((from - 1) * 10, to * 10);
    }

    private double joinShare(int fromWindow, int toWindow) {
        double joined = 0;
        double all = 0;
        for (int i = fromWindow; i < toWindow; i++) {
            joined += toJoined[i];
            all += toAll[i];
        }
        return joined / all * scenario.servers();
    }
}
