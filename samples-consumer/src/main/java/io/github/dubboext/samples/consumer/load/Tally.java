package io.github.dubboext.samples.consumer.load;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/** Counts answers. {@link #record} is for any thread, the rest for one. */
final class Tally {
    private static final int DIGITS = 3;
    private static final long MAX_NANOS = TimeUnit.HOURS.toNanos(1);

    private final Map<String, Map<Outcome, LongAdder>> counts = new ConcurrentHashMap<>();
    private final Map<Outcome, String> firstReasons = new ConcurrentHashMap<>();
    private final Recorder interval = new Recorder(MAX_NANOS, DIGITS);
    private final Recorder refusals = new Recorder(MAX_NANOS, DIGITS);

    private final Histogram total = new Histogram(MAX_NANOS, DIGITS);
    private final Histogram totalRefusals = new Histogram(MAX_NANOS, DIGITS);
    private final Map<String, Long> inFlightSums = new TreeMap<>();
    private int looks;
    private final List<Sample> timeline = new ArrayList<>();
    private Map<String, Map<Outcome, Long>> lastCounts = Map.of();
    private long lastMillis;

    void record(Answer answer, long nanos) {
        counts.computeIfAbsent(answer.provider(), p -> adders())
                .get(answer.outcome())
                .increment();
        if (!answer.reason().isEmpty()) {
            firstReasons.putIfAbsent(answer.outcome(), answer.reason());
        }
        Outcome.Group group = answer.outcome().group();
        if (group != Outcome.Group.FAILED) {
            (group == Outcome.Group.OK ? interval : refusals).recordValue(Math.min(Math.max(0, nanos), MAX_NANOS));
        }
    }

    /** One look at the calls under way, by provider. */
    void look(Map<String, Integer> inFlight) {
        inFlight.forEach((provider, calls) -> inFlightSums.merge(provider, (long) calls, Long::sum));
        looks++;
    }

    /** Ends a stretch of the timeline. */
    Sample sample(long nowMillis) {
        Histogram latencies = interval.getIntervalHistogram();
        total.add(latencies);
        totalRefusals.add(refusals.getIntervalHistogram());
        Map<String, Map<Outcome, Long>> now = read();
        Map<String, Map<Outcome, Long>> since = minus(now, lastCounts);
        Map<String, Long> okPerProvider = new TreeMap<>();
        since.forEach((provider, outcomes) -> {
            if (!provider.isEmpty()) {
                okPerProvider.put(provider, outcomes.getOrDefault(Outcome.OK, 0L));
            }
        });
        Sample sample =
                new Sample(lastMillis, nowMillis, sum(since), okPerProvider, meanInFlight(), new Latencies(latencies));
        timeline.add(sample);
        lastCounts = now;
        lastMillis = nowMillis;
        return sample;
    }

    /** After the last {@link #sample}. */
    LoadResult result() {
        Map<String, Map<Outcome, Long>> providers = new TreeMap<>(lastCounts);
        providers.remove("");
        return new LoadResult(
                lastMillis,
                sum(lastCounts),
                new TreeMap<>(firstReasons),
                providers,
                new Latencies(total),
                new Latencies(totalRefusals),
                List.copyOf(timeline));
    }

    private Map<String, Double> meanInFlight() {
        Map<String, Double> means = new TreeMap<>();
        inFlightSums.forEach((provider, sum) -> means.put(provider, (double) sum / looks));
        inFlightSums.clear();
        looks = 0;
        return means;
    }

    private static Map<Outcome, LongAdder> adders() {
        Map<Outcome, LongAdder> adders = new EnumMap<>(Outcome.class);
        for (Outcome outcome : Outcome.values()) {
            adders.put(outcome, new LongAdder());
        }
        return adders;
    }

    private Map<String, Map<Outcome, Long>> read() {
        Map<String, Map<Outcome, Long>> read = new TreeMap<>();
        counts.forEach((provider, adders) -> {
            Map<Outcome, Long> outcomes = new EnumMap<>(Outcome.class);
            adders.forEach((outcome, adder) -> putPositive(outcomes, outcome, adder.sum()));
            read.put(provider, outcomes);
        });
        return read;
    }

    private static Map<String, Map<Outcome, Long>> minus(
            Map<String, Map<Outcome, Long>> now, Map<String, Map<Outcome, Long>> before) {
        Map<String, Map<Outcome, Long>> difference = new TreeMap<>();
        now.forEach((provider, outcomes) -> {
            Map<Outcome, Long> old = before.getOrDefault(provider, Map.of());
            Map<Outcome, Long> grown = new EnumMap<>(Outcome.class);
            outcomes.forEach((outcome, count) -> putPositive(grown, outcome, count - old.getOrDefault(outcome, 0L)));
            difference.put(provider, grown);
        });
        return difference;
    }

    private static void putPositive(Map<Outcome, Long> outcomes, Outcome outcome, long count) {
        if (count > 0) {
            outcomes.put(outcome, count);
        }
    }

    private static Map<Outcome, Long> sum(Map<String, Map<Outcome, Long>> providers) {
        Map<Outcome, Long> sum = new EnumMap<>(Outcome.class);
        providers
                .values()
                .forEach(outcomes -> outcomes.forEach((outcome, count) -> sum.merge(outcome, count, Long::sum)));
        return sum;
    }
}
