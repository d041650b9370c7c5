package io.github.dubboext.limit.dubbo;

import io.github.dubboext.limit.core.LimiterKey.Kind;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.dubbo.common.URL;

/** What the configuration says about {@code executes} or {@code actives} of one method. Immutable. */
final class ConcurrencyRule {

    private static final int ACTIVES_QUEUE_DEFAULT = 10_000;
    private static final int EXECUTES_WAIT_DEFAULT_MILLIS = 1_000;
    private static final int DAY_MILLIS = 86_400_000;
    private static final int SUSPECT_TIMES_DEFAULT = 10;
    /** No call is suspect before this, however short its timeout. */
    private static final long SUSPECT_MIN_MILLIS = 10_000;

    /** As configured; 0 and less is off. */
    final int limit;
    /** How many calls may wait; 0 refuses at once. */
    final int queueMax;
    /** How long a provider lets a call wait. A consumer waits for what is left of the call. */
    final long waitNanos;

    final boolean asResult;
    final boolean dryRun;
    /** Age at which a permit is reported as lost; 0 is never. */
    final long suspectNanos;
    /** Whether a lost permit is taken back. */
    final boolean reclaim;

    private ConcurrencyRule(ConfigReader config, Kind kind, ConcurrencyRule last, long timeoutMillis) {
        String key = kind == Kind.EXECUTES ? "executes" : "actives";
        int queueDefault = kind == Kind.EXECUTES ? 0 : ACTIVES_QUEUE_DEFAULT;
        int configured =
                (int) config.number(key, 0, last == null ? 0 : last.limit, Integer.MIN_VALUE, Integer.MAX_VALUE);
        boolean out = kind == Kind.ACTIVES && config.takesOut("active-limit", "activelimit");
        limit = out ? 0 : configured;
        queueMax = (int) config.number(
                key + ".queue", queueDefault, last == null ? queueDefault : last.queueMax, 0, Integer.MAX_VALUE);
        waitNanos = kind == Kind.ACTIVES
                ? 0
                : TimeUnit.MILLISECONDS.toNanos(config.number(
                        "executes.wait",
                        EXECUTES_WAIT_DEFAULT_MILLIS,
                        last == null ? EXECUTES_WAIT_DEFAULT_MILLIS : last.waitNanos / 1_000_000,
                        0,
                        DAY_MILLIS));
        String refuse = config.oneOf(
                "limit.refuse", "throw", last != null && last.asResult ? "result" : "throw", "throw", "result");
        // Only a provider has the choice: a consumer's returned refusal loses its code on 3.2 and later.
        asResult = kind == Kind.EXECUTES && refuse.equals("result");
        dryRun = config.flag("limit.dryrun", last != null && last.dryRun);
        long times = config.number("limit.watchdog", SUSPECT_TIMES_DEFAULT, SUSPECT_TIMES_DEFAULT, 0, 1_000_000);
        suspectNanos =
                times == 0 ? 0 : TimeUnit.MILLISECONDS.toNanos(Math.max(SUSPECT_MIN_MILLIS, times * timeoutMillis));
        reclaim = config.flag("limit.reclaim", last != null && last.reclaim);
    }

    /**
     * Reads the rule of {@code method}; a bad value is added to {@code problems} and replaced by that of {@code last},
     * or by its default if there is none.
     */
    static ConcurrencyRule read(
            Kind kind, URL url, String service, String method, ConcurrencyRule last, List<String> problems) {
        ConfigReader config = new ConfigReader(url, service, method, problems);
        return new ConcurrencyRule(config, kind, last, Timeouts.configuredMillis(url, method));
    }

    boolean isOff() {
        return limit <= 0;
    }

    /** Permits at once. */
    int permits() {
        return limit <= 0 ? Integer.MAX_VALUE : limit;
    }
}
