package io.github.dubboext.limit.core;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;

/**
 * Calls in flight under one key, never above the limit that each call brings along, and a FIFO queue for those that
 * may wait.
 *
 * <p>Admission is two reads and a compare-and-set, a refusal one or two reads. A freed permit wakes one waiter, the
 * oldest; nobody overtakes the queue. Lowering a limit lets running calls drain. Thread-safe, lock-free.
 */
public final class ConcurrencyLimiter {

    /** How a wait ended. */
    public enum Outcome {
        /** Owes one {@link ConcurrencyLimiter#release}. */
        GRANTED,
        /** The queue had no room; nothing was waited for. */
        QUEUE_FULL,
        TIMED_OUT,
        /** The flag of the thread is still set. */
        INTERRUPTED,
        /** Whoever the permit was for is gone. */
        CLOSED
    }

    /*
     * The low half of state counts the permits out, the high half the changes of limits. A caller reads state, then its
     * limit, then swaps state: if the limit changed in between, the swap fails and it looks again. So a limit holds from
     * the moment limitChanged() returns, also against a caller that was about to enter with the old one.
     *
     * waiting counts waiters in state WAITING, and goes up before one is queued and down after its state has changed, so
     * waiting == 0 means that there is nobody to overtake.
     *
     * No lost wake-up: a releaser lowers state, then reads waiting; a waiter raises waiting and queues itself, then
     * tries to drain. Both pairs are volatile, so at least one of the two sees the other and drains.
     *
     * drain() takes the permit before it grants. Two drainers may meet at one head: the loser of the race for the
     * waiter's state holds a permit for nothing, gives it back and looks again, so a permit it hid from another drainer
     * is not lost. It hides it for moments only and never adds one: the limit holds at every step.
     */
    private static final long ONE_CHANGE = 1L << 32;

    private final AtomicLong state = new AtomicLong();
    private final AtomicInteger waiting = new AtomicInteger();
    private final Queue<Waiter> queue = new ConcurrentLinkedQueue<>();
    private final Counters counters;
    private final LivePermits live;

    public ConcurrencyLimiter(int expected) {
        this(expected, 0);
    }

    /**
     * @param expected so many permits at once cost the least to keep track of
     * @param nowNanos the jar's clock: counts are told as those since then
     */
    public ConcurrencyLimiter(int expected, long nowNanos) {
        live = new LivePermits(expected);
        counters = new Counters(nowNanos);
    }

    /**
     * Takes a permit if fewer than {@code limit} are out and nobody waits; without a limit there is nothing to wait for.
     * Whoever gets {@code true} owes one {@link #release}.
     */
    public boolean tryAcquire(Limit limit) {
        return (waiting.get() == 0 || limit.permits() == Integer.MAX_VALUE) && take(limit);
    }

    private boolean take(Limit limit) {
        for (; ; ) {
            long now = state.get();
            if ((int) now >= limit.permits()) {
                return false;
            }
            if (state.compareAndSet(now, now + 1)) {
                return true;
            }
        }
    }

    /** Gives one permit back, to the oldest waiter if there is one. The caller must own it. */
    public void release() {
        state.decrementAndGet();
        if (waiting.get() != 0) {
            drain();
        }
    }

    /**
     * Waits in line for a permit, blocking the thread until {@code deadlineNanos} of {@code clock}.
     *
     * @param queueMax how many may wait at once under this key
     */
    public Outcome await(Limit limit, int queueMax, Clock clock, long deadlineNanos) {
        BlockedThread waiter = new BlockedThread(limit);
        if (!enqueue(waiter, queueMax)) {
            return Outcome.QUEUE_FULL;
        }
        waiter.await(clock, deadlineNanos);
        if (cancel(waiter)) {
            return Thread.currentThread().isInterrupted() ? Outcome.INTERRUPTED : Outcome.TIMED_OUT;
        }
        return waiter.state() == Waiter.State.GRANTED ? Outcome.GRANTED : Outcome.CLOSED;
    }

    /**
     * Queues a waiter, which may be granted before this returns. {@code false}: {@code queueMax} already wait.
     */
    public boolean enqueue(Waiter waiter, int queueMax) {
        for (; ; ) {
            int now = waiting.get();
            if (now >= queueMax) {
                return false;
            }
            if (waiting.compareAndSet(now, now + 1)) {
                break;
            }
        }
        queue.add(waiter);
        passEndless(waiter);
        drain();
        return true;
    }

    /** Ends a wait. {@code false}: it has ended before, and a granted one owes its {@link #release}. */
    public boolean cancel(Waiter waiter) {
        if (!waiter.end(Waiter.State.CANCELLED)) {
            return false;
        }
        leave(waiter);
        // With limits of their own, those behind may be admissible although this one was not.
        drain();
        return true;
    }

    /** Ends a wait whose owner is lost, with the permit if it has been granted. */
    public void abandon(Waiter waiter) {
        if (!cancel(waiter) && waiter.state() == Waiter.State.GRANTED) {
            release();
        }
    }

    /** A {@link Limit} of this key has a new number: nobody enters by the old one any more, and waiters look again. */
    public void limitChanged() {
        state.addAndGet(ONE_CHANGE);
        for (Waiter waiter : queue) {
            passEndless(waiter);
        }
        drain();
    }

    /** Who has no limit does not stand behind those that have one. */
    private void passEndless(Waiter waiter) {
        if (waiter.limit().permits() == Integer.MAX_VALUE && take(waiter.limit())) {
            grant(waiter);
        }
    }

    /** Ends every wait for {@code limit} as CLOSED. */
    public void close(Limit limit) {
        for (Waiter waiter : queue) {
            if (waiter.limit() == limit && waiter.end(Waiter.State.CLOSED)) {
                leave(waiter);
                waiter.signal(false);
            }
        }
        drain();
    }

    private void drain() {
        Waiter head;
        while ((head = queue.peek()) != null) {
            if (head.state() != Waiter.State.WAITING) {
                queue.remove(head);
            } else if (!take(head.limit())) {
                return;
            } else {
                grant(head);
            }
        }
    }

    /** Hands over a permit that was taken for {@code waiter}, or gives it back if its wait is over. */
    private void grant(Waiter waiter) {
        if (waiter.end(Waiter.State.GRANTED)) {
            leave(waiter);
            waiter.signal(true);
        } else {
            state.decrementAndGet();
        }
    }

    private void leave(Waiter waiter) {
        waiting.decrementAndGet();
        queue.remove(waiter);
    }

    /**
     * Hands each watched permit granted before {@code startedBeforeNanos} to {@code found}, which answers whether it was
     * its to tell; then it comes no more. For one thread at a time.
     */
    public void findOlder(long startedBeforeNanos, Predicate<Permit> found) {
        live.findOlder(startedBeforeNanos, found);
    }

    LivePermits live() {
        return live;
    }

    /** Permits out at this moment. */
    public int inFlight() {
        return (int) state.get();
    }

    /** Calls in the queue at this moment. */
    public int waiting() {
        return waiting.get();
    }

    /** What happened under this key so far. */
    public Counters counters() {
        return counters;
    }
}
