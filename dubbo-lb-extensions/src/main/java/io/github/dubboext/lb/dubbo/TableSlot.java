package io.github.dubboext.lb.dubbo;

import java.util.concurrent.locks.ReentrantLock;

/** Holds the table of a method; its lock is for the one thread that builds the first. */
final class TableSlot<S> {
    final ReentrantLock building = new ReentrantLock();
    private volatile Table<S> table;

    Table<S> table() {
        return table;
    }

    void publish(Table<S> built) {
        table = built;
    }
}
