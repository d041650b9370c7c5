package io.github.dubboext.samples.consumer.scenario;

import io.github.dubboext.samples.consumer.load.Answer;
import io.github.dubboext.samples.consumer.load.Outcome;
import io.github.dubboext.samples.consumer.load.Target;
import io.github.dubboext.samples.runtime.RunFailure;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** Keeps every call to a target, for expectations that look at single calls and moments. Thread-safe. */
final class CallLog implements Target {

    /**
     * One call.
     *
     * @param beganNanos when it was made; {@code System.nanoTime}
     * @param endedNanos when its end was known
     */
    record Call(long beganNanos, long endedNanos, Outcome outcome, String provider) {}

    private static final long POLL_MILLIS = 50;
    private static final long PATIENCE_SECONDS = 60;

    private final Target target;
    private final Queue<Call> calls = new ConcurrentLinkedQueue<>();

    CallLog(Target target) {
        this.target = target;
    }

    @Override
    public Answer call(long key) {
        long began = System.nanoTime();
        Answer answer = target.call(key);
        calls.add(new Call(began, System.nanoTime(), answer.outcome(), answer.provider()));
        return answer;
    }

    @Override
    public CompletableFuture<Answer> callAsync(long key) {
        long began = System.nanoTime();
        return target.callAsync(key).thenApply(answer -> {
            calls.add(new Call(began, System.nanoTime(), answer.outcome(), answer.provider()));
            return answer;
        });
    }

    @Override
    public Map<String, Integer> inFlight() {
        return target.inFlight();
    }

    /** In the order in which they ended. */
    List<Call> calls() {
        return List.copyOf(calls);
    }

    /** In the order in which they began. */
    List<Call> first(int count) {
        return calls.stream()
                .sorted(Comparator.comparingLong(Call::beganNanos))
                .limit(count)
                .toList();
    }

    /** Calls that ended in a stretch of time. */
    List<Call> endedBetween(long fromNanos, long toNanos) {
        return calls.stream()
                .filter(call -> call.endedNanos() - fromNanos >= 0 && call.endedNanos() - toNanos < 0)
                .toList();
    }

    /**
     * Waits for a provider's first answer, and returns when that call was made.
     *
     * @throws RunFailure if none comes in {@value #PATIENCE_SECONDS} s
     */
    long awaitAnswerOf(String provider) throws InterruptedException {
        long start = System.nanoTime();
        while (System.nanoTime() - start < TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS)) {
            for (Call call : calls) {
                if (call.outcome() == Outcome.OK && call.provider().equals(provider)) {
                    return call.beganNanos();
                }
            }
            Thread.sleep(POLL_MILLIS);
        }
        throw new RunFailure("No call came to " + provider + " in " + PATIENCE_SECONDS + " s");
    }

    /** The part of the answers that one provider gave in a stretch of time. */
    double share(String provider, long fromNanos, long toNanos) {
        return share(endedBetween(fromNanos, toNanos), provider);
    }

    /** The part of the answers that one provider gave, 0 to 1; not a number without answers. */
    static double share(List<Call> calls, String provider) {
        long ok = count(calls, call -> call.outcome() == Outcome.OK);
        long ofProvider = count(
                calls, call -> call.outcome() == Outcome.OK && call.provider().equals(provider));
        return ok == 0 ? Double.NaN : (double) ofProvider / ok;
    }

    static long count(List<Call> calls, Predicate<Call> which) {
        return calls.stream().filter(which).count();
    }
}
