package io.github.dubboext.limit.core;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** What one limiter did since it was made. Thread-safe; each number is exact once the threads are still. */
public final class Counters {

    private static final long TELL_EVERY_NANOS = 1_000_000_000L;
    private static final long NEVER = Long.MIN_VALUE;

    private final long sinceNanos;
    private final AtomicLong tellAfterNanos = new AtomicLong(NEVER);
    private final LongAdder admitted = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private final LongAdder waits = new LongAdder();
    private final LongAdder waitedNanos = new LongAdder();

    /** @param sinceNanos the jar's clock, now */
    public Counters(long sinceNanos) {
        this.sinceNanos = sinceNanos;
    }

    public void admit() {
        admitted.increment();
    }

    /** Also what a dry run would have refused. */
    public void refuse() {
        refused.increment();
    }

    /** True at most once a second, however often a refusal wants to be told. */
    public boolean tellNow(long nowNanos) {
        long due = tellAfterNanos.get();
        return (due == NEVER || nowNanos - due >= 0) && tellAfterNanos.compareAndSet(due, nowNanos + TELL_EVERY_NANOS);
    }

    /** A wait that is over, whatever its end. */
    public void waited(long nanos) {
        waits.increment();
        waitedNanos.add(nanos);
    }

    /** When this began to count. */
    public long sinceNanos() {
        return sinceNanos;
    }

    public long admitted() {
        return admitted.sum();
    }

    public long refused() {
        return refused.sum();
    }

    public long waits() {
        return waits.sum();
    }

    public long waitedNanos() {
        return waitedNanos.sum();
    }
}
