package io.github.dubboext.limit.dubbo;

import io.github.dubboext.limit.core.RateHistory;
import io.github.dubboext.limit.core.RateLimiter;
import io.github.dubboext.limit.core.StrictWindow;
import io.github.dubboext.limit.core.TokenBucket;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.dubbo.common.URL;

/** What the configuration says about {@code tps} of a service, or of a method with a rate of its own. Immutable. */
final class RateRule {

    static final long INTERVAL_DEFAULT_MILLIS = 60_000;
    private static final int BURST_MAX = 1_000_000;
    private static final int WAIT_DEFAULT_MILLIS = 500;
    private static final int QUEUE_DEFAULT = 1_000;
    private static final long DAY_MILLIS = TimeUnit.NANOSECONDS.toMillis(RateHistory.HORIZON_NANOS);

    /** As configured; 0 and less is off. */
    final int calls;

    final long intervalMillis;
    /** Nobody said how long: told once, since most think of a second. */
    final boolean intervalUnset;

    final String mode;
    private final int burst;
    private final long waitNanos;
    private final int queueMax;
    final boolean asResult;
    final boolean dryRun;

    private RateRule(ConfigReader config, RateRule last) {
        calls = (int) config.number("tps", -1, last == null ? -1 : last.calls, Integer.MIN_VALUE, Integer.MAX_VALUE);
        intervalUnset = !config.has("tps.interval");
        intervalMillis = config.number(
                "tps.interval",
                INTERVAL_DEFAULT_MILLIS,
                last == null ? INTERVAL_DEFAULT_MILLIS : last.intervalMillis,
                1,
                DAY_MILLIS);
        mode = config.oneOf("tps.mode", "strict", last == null ? "strict" : last.mode, "strict", "bucket", "pace");
        int burstDefault = Math.min(BURST_MAX, Math.max(1, calls));
        burst = (int) config.number("tps.burst", burstDefault, last == null ? burstDefault : last.burst, 1, BURST_MAX);
        waitNanos = TimeUnit.MILLISECONDS.toNanos(config.number(
                "tps.wait",
                WAIT_DEFAULT_MILLIS,
                last == null ? WAIT_DEFAULT_MILLIS : last.waitNanos / 1_000_000,
                0,
                DAY_MILLIS));
        queueMax = (int) config.number(
                "tps.queue", QUEUE_DEFAULT, last == null ? QUEUE_DEFAULT : last.queueMax, 0, Integer.MAX_VALUE);
        asResult = config.oneOf(
                        "limit.refuse", "result", last == null || last.asResult ? "result" : "throw", "throw", "result")
                .equals("result");
        dryRun = config.flag("limit.dryrun", last != null && last.dryRun);
    }

    /** As {@link ConcurrencyRule#read}. */
    static RateRule read(URL url, String service, String method, RateRule last, List<String> problems) {
        return new RateRule(new ConfigReader(url, service, method, problems), last);
    }

    boolean isOff() {
        return calls <= 0;
    }

    /** Whether both admit the same calls, so that one limiter can go on. */
    boolean sameRate(RateRule other) {
        return calls == other.calls
                && intervalMillis == other.intervalMillis
                && burst == other.burst
                && mode.equals(other.mode);
    }

    /** The limit is too large for a stamp of each call. */
    boolean fallsBack() {
        return mode.equals("strict") && calls > StrictWindow.CALLS_MAX;
    }

    /** How long a paced call waits: as configured, and not behind more calls than may queue. */
    long waitNanos() {
        if (!mode.equals("pace")) {
            return 0;
        }
        long queueNanos = TimeUnit.MILLISECONDS.toNanos(intervalMillis) / calls;
        return queueMax <= waitNanos / Math.max(1, queueNanos) ? queueMax * queueNanos : waitNanos;
    }

    RateLimiter limiter(long nowNanos, RateHistory past) {
        long windowNanos = TimeUnit.MILLISECONDS.toNanos(intervalMillis);
        if (mode.equals("pace")) {
            return TokenBucket.pacing(calls, windowNanos, nowNanos, past);
        }
        if (mode.equals("bucket")) {
            return TokenBucket.bursting(calls, windowNanos, burst, nowNanos, past);
        }
        return fallsBack()
                ? TokenBucket.withinWindow(calls, windowNanos, nowNanos, past)
                : new StrictWindow(calls, windowNanos, nowNanos, past);
    }

    /** What needs no memory to speak of, as if all calls of a window had just been admitted. */
    RateLimiter spare(long nowNanos) {
        return TokenBucket.withinWindow(
                calls, TimeUnit.MILLISECONDS.toNanos(intervalMillis), nowNanos, RateHistory.atOnce(nowNanos, calls));
    }
}
