package io.github.dubboext.limit.core;

import java.util.concurrent.locks.LockSupport;

/** A waiter that parks its thread. */
final class BlockedThread extends Waiter {

    private final Thread thread = Thread.currentThread();

    BlockedThread(Limit limit) {
        super(limit);
    }

    @Override
    protected void signal(boolean granted) {
        LockSupport.unpark(thread);
    }

    /** Parks until the end of the wait, {@code deadlineNanos} or an interrupt. */
    void await(Clock clock, long deadlineNanos) {
        while (state() == State.WAITING && !thread.isInterrupted()) {
            long leftNanos = deadlineNanos - clock.nanoTime();
            if (leftNanos <= 0) {
                return;
            }
            LockSupport.parkNanos(this, leftNanos);
        }
    }
}
