package io.github.dubboext.lb.stats;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

/**
 * What the calls to one provider, service and method have shown to this consumer: calls in flight, latency, failures.
 *
 * <p>The latency is a peak EWMA (as in Finagle): a slower call than expected raises the estimate to what it took, faster
 * ones lower it with the time constant of {@link Decay}, and so does time alone, so that a provider which was slow is tried
 * again. A failed call counts as one that took its timeout, or twice the estimate if that is more, 30 s at most.
 *
 * <p>Thread-safe, lock-free. Times are those of {@link io.github.dubboext.lb.env.Env#nanoTime()}.
 */
public final class ProviderStats {
    private static final long MAX_CHARGE_NANOS = 30_000_000_000L;

    /**
     * What a provider shows in its first seconds, with cold code and empty caches, is forgotten in about as many: until it
     * has been known for the decay time, this part of the time that it has been is the decay time, but no less than 1 s.
     * (Measured in the simulation: of 0.8 to 1, 0.9 has the best of peak and share of a cold provider that joins.)
     */
    private static final double YOUNG = 0.95;

    private static final long SHORTEST_DECAY_NANOS = 1_000_000_000L;

    /*
     * The estimate and the time of its last change move together in one long: a float of nanoseconds above, a time in
     * ticks of 2^17 ns (0.13 ms) below. 32 bits of ticks wrap after 6.5 days: then an idle provider looks fresh for once.
     * Within one tick only the first sample and the peaks count. The smallest step, a tick in 10 s, moves the estimate
     * by 1 part in 76,000 of the difference; a float resolves 1 in 16,000,000.
     */
    private static final int TICK_SHIFT = 17;

    /** A younger time than ours is from a thread that read the clock a little later, up to a minute; else it is old. */
    private static final long SKEW_TICKS = 60_000_000_000L >> TICK_SHIFT;

    private static final AtomicIntegerFieldUpdater<ProviderStats> IN_FLIGHT =
            AtomicIntegerFieldUpdater.newUpdater(ProviderStats.class, "inFlight");
    private static final AtomicLongFieldUpdater<ProviderStats> LATENCY =
            AtomicLongFieldUpdater.newUpdater(ProviderStats.class, "latency");
    private static final AtomicLongFieldUpdater<ProviderStats> FAILURES =
            AtomicLongFieldUpdater.newUpdater(ProviderStats.class, "failures");
    private static final AtomicReferenceFieldUpdater<ProviderStats, Aftermath> FAILED =
            AtomicReferenceFieldUpdater.newUpdater(ProviderStats.class, Aftermath.class, "failed");
    private static final AtomicReferenceFieldUpdater<ProviderStats, Aftermath> TIMED_OUT =
            AtomicReferenceFieldUpdater.newUpdater(ProviderStats.class, Aftermath.class, "timedOut");

    private final long firstNanos;
    private volatile Decay decay = Decay.DEFAULT;
    private volatile int inFlight;
    private volatile long latency;
    private volatile long failures;
    private volatile Aftermath failed;
    private volatile Aftermath timedOut;

    /** As if the provider had been known for ever. */
    public ProviderStats() {
        this(Long.MIN_VALUE / 2);
    }

    /** @param nowNanos when the provider was first seen */
    public ProviderStats(long nowNanos) {
        this.firstNanos = nowNanos;
        this.latency = pack(0, ticks(nowNanos));
    }

    /** Calls begun and not yet ended. */
    public int inFlight() {
        return inFlight;
    }

    /** Calls that the provider is probably working on: those in flight, and those that timed out not long ago. */
    public int busy(long nowNanos) {
        return inFlight + Aftermath.calls(timedOut, nowNanos);
    }

    /** As {@link #busy}, and with every other call that failed not long ago. */
    public int burden(long nowNanos) {
        return busy(nowNanos) + Aftermath.calls(failed, nowNanos);
    }

    /** Calls that failed or timed out, all told. */
    public long failures() {
        return failures;
    }

    /** Latency to expect, in nanoseconds; 0 if nothing is known. */
    public float estimateNanos(long nowNanos) {
        long seen = latency;
        float estimate = estimate(seen);
        return estimate == 0 ? 0 : estimate * keep(ageTicks(seen, nowNanos), nowNanos);
    }

    /** Nanoseconds since the last call that taught something; if there was none, since the provider was first seen. */
    public long silentNanos(long nowNanos) {
        return ageTicks(latency, nowNanos) << TICK_SHIFT;
    }

    /**
     * Whether the estimate is so old that it should be checked with one call before more follow: nothing was heard for the
     * decay time and for twice the estimate, for calls that take longer than that are no news while they last.
     */
    public boolean isStale(long nowNanos) {
        long seen = latency;
        long silent = ageTicks(seen, nowNanos) << TICK_SHIFT;
        return silent > decay.setNanos() + 2 * (double) estimate(seen);
    }

    /** Who says how fast the estimate fades: the last to be told to this provider. */
    public void decay(Decay newDecay) {
        decay = newDecay;
    }

    /**
     * Begins a call.
     *
     * @param timeoutNanos the least that a failure is charged with
     */
    public Call begin(long nowNanos, long timeoutNanos) {
        begin();
        return new Call(this, nowNanos, timeoutNanos, estimateNanos(nowNanos));
    }

    /** Begins a call that will teach nothing. */
    public void begin() {
        IN_FLIGHT.incrementAndGet(this);
    }

    /** Ends a call that was begun with {@link #begin()}. */
    public void end() {
        IN_FLIGHT.decrementAndGet(this);
    }

    void end(Call call, Outcome outcome, long nowNanos) {
        end();
        long tookNanos = nowNanos - call.beginNanos;
        if (outcome == Outcome.ANSWER) {
            learn(tookNanos, nowNanos);
        } else if (outcome != Outcome.UNKNOWN) {
            // By the estimate when the call began: many calls that fail together double it only once.
            double charge = Math.min(MAX_CHARGE_NANOS, Math.max((double) call.timeoutNanos, 2.0 * call.estimateNanos));
            weigh(outcome == Outcome.TIMEOUT ? TIMED_OUT : FAILED, nowNanos, (long) charge);
            learn(Math.max(tookNanos, (long) charge), nowNanos);
            FAILURES.incrementAndGet(this);
        }
    }

    private void weigh(AtomicReferenceFieldUpdater<ProviderStats, Aftermath> list, long nowNanos, long lastsNanos) {
        Aftermath before;
        do {
            before = list.get(this);
        } while (!list.compareAndSet(this, before, Aftermath.with(before, nowNanos, lastsNanos)));
    }

    private void learn(long sampleNanos, long nowNanos) {
        float sample = Math.max(1, sampleNanos); // 0 would mean that nothing is known
        long before;
        long after;
        do {
            before = latency;
            float estimate = estimate(before);
            long age = ageTicks(before, nowNanos);
            float next = sample >= estimate ? sample : sample + (estimate - sample) * keep(age, nowNanos);
            after = pack(next, (int) (before + age));
        } while (!LATENCY.compareAndSet(this, before, after));
    }

    /** The part of an estimate that is left after {@code ageTicks}. */
    private float keep(long ageTicks, long nowNanos) {
        Decay d = decay;
        long knownNanos = nowNanos - firstNanos;
        double decayNanos =
                knownNanos < d.setNanos() ? Math.max(YOUNG * knownNanos, (double) SHORTEST_DECAY_NANOS) : d.nanos();
        double x = (ageTicks << TICK_SHIFT) / decayNanos;
        return (float) (x < 1.0 / 256 ? 1 - x : Math.exp(-x)); // the same to 1 part in 100,000
    }

    private static long ageTicks(long latency, long nowNanos) {
        long age = (ticks(nowNanos) - latency) & 0xFFFF_FFFFL;
        return age > 0xFFFF_FFFFL - SKEW_TICKS ? 0 : age;
    }

    private static float estimate(long latency) {
        return Float.intBitsToFloat((int) (latency >>> 32));
    }

    private static int ticks(long nanos) {
        return (int) (nanos >> TICK_SHIFT);
    }

    private static long pack(float estimate, int ticks) {
        return (long) Float.floatToRawIntBits(estimate) << 32 | (ticks & 0xFFFF_FFFFL);
    }
}
