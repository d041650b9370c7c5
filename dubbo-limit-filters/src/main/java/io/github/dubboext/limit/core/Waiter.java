package io.github.dubboext.limit.core;

import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

/**
 * One place in the queue for a permit: WAITING, then exactly one of GRANTED, CANCELLED (it gave up) or CLOSED (the
 * limiter's owner is gone). A granted waiter owes one {@link ConcurrencyLimiter#release}.
 *
 * <p>Thread-safe.
 */
public abstract class Waiter {

    enum State {
        WAITING,
        GRANTED,
        CANCELLED,
        CLOSED
    }

    private static final AtomicReferenceFieldUpdater<Waiter, State> STATE =
            AtomicReferenceFieldUpdater.newUpdater(Waiter.class, State.class, "state");

    private final Limit limit;
    private volatile State state = State.WAITING;

    /** Waits until fewer than {@code limit} permits are out and everybody ahead has been served. */
    protected Waiter(Limit limit) {
        this.limit = limit;
    }

    final Limit limit() {
        return limit;
    }

    final State state() {
        return state;
    }

    final boolean end(State how) {
        return state == State.WAITING && STATE.compareAndSet(this, State.WAITING, how);
    }

    /**
     * Called once, after the end by GRANTED or CLOSED, on the thread that released the permit or closed the queue: it
     * must hand over and return, and not throw.
     */
    protected abstract void signal(boolean granted);
}
