package io.github.dubboext.lb.stats;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/** One call in flight. Ends once, however often it is told to, from whatever thread. */
public final class Call {
    private static final AtomicIntegerFieldUpdater<Call> ENDED =
            AtomicIntegerFieldUpdater.newUpdater(Call.class, "ended");

    private final ProviderStats stats;
    final long beginNanos;
    final long timeoutNanos;
    final float estimateNanos;
    private volatile int ended;

    Call(ProviderStats stats, long beginNanos, long timeoutNanos, float estimateNanos) {
        this.stats = stats;
        this.beginNanos = beginNanos;
        this.timeoutNanos = timeoutNanos;
        this.estimateNanos = estimateNanos;
    }

    public void end(Outcome outcome, long nowNanos) {
        if (ended == 0 && ENDED.compareAndSet(this, 0, 1)) {
            stats.end(this, outcome, nowNanos);
        }
    }
}
