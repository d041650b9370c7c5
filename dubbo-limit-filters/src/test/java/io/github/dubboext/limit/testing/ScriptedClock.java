package io.github.dubboext.limit.testing;

import io.github.dubboext.limit.core.Clock;
import java.util.concurrent.atomic.AtomicLong;

/** Time that stands still until told. */
public final class ScriptedClock implements Clock {

    private final AtomicLong nanos;

    public ScriptedClock(long startNanos) {
        this.nanos = new AtomicLong(startNanos);
    }

    @Override
    public long nanoTime() {
        return nanos.get();
    }

    public void advanceMillis(long millis) {
        nanos.addAndGet(millis * 1_000_000);
    }
}
