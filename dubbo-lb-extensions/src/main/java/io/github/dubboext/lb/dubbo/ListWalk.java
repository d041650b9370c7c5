package io.github.dubboext.lb.dubbo;

import java.util.ArrayList;
import java.util.List;
import org.apache.dubbo.rpc.Invoker;

/**
 * Looks into a list of invokers by asking {@code list.contains(probe)}.
 *
 * <p>Since 3.0.5 Dubbo hands every call a new unmodifiable list around a new {@code BitList}: an array of all providers
 * (the origin, the same elements from one registry notification to the next) and the bits of those left by routing. Neither
 * can be reached from outside, {@code get(i)} costs O(i) and an iterator about 5 ns an element. But {@code contains(o)}
 * goes through the origin and, by the contract of {@link java.util.Collection#contains}, asks <em>o</em> whether it equals
 * each element: so a probe sees the whole origin at about 1 ns an element, and when it says yes at position k, the answer
 * is bit k. On any other list the same question goes through the list itself.
 */
final class ListWalk {
    private ListWalk() {}

    /** Whether the origin of {@code list} consists of just these invokers in this order. One walk, no copy. */
    static boolean originIs(List<?> list, Invoker<?>[] invokers) {
        Comparing probe = new Comparing(invokers, -1);
        return !list.contains(probe) && probe.at == invokers.length;
    }

    /** Whether the origin begins with {@code invokers[0..index]}, and the last of them is in the list. A walk up to there. */
    static boolean beginsWith(List<?> list, Invoker<?>[] invokers, int index) {
        Comparing probe = new Comparing(invokers, index);
        return list.contains(probe) && probe.at == index + 1;
    }

    /** Whether element {@code index} of the origin is {@code expected} and is in the list. */
    static boolean containsAt(List<?> list, int index, Invoker<?> expected) {
        Stopping probe = new Stopping(index, expected);
        return list.contains(probe) && probe.found;
    }

    /**
     * The origin of {@code list}; its own elements, if it is of a kind that does not show one.
     *
     * @param size of the list; the origin is never shorter
     */
    static Invoker<?>[] origin(List<?> list, int size) {
        Collecting probe = new Collecting(size);
        boolean answered = list.contains(probe);
        List<Object> elements = probe.elements;
        if (answered || elements.size() < size) {
            elements = new ArrayList<>(list);
        }
        return elements.toArray(new Invoker<?>[0]);
    }

    private abstract static class Probe {
        @Override
        public abstract boolean equals(Object element);

        /** Only here because equals is; lists do not hash. */
        @Override
        public int hashCode() {
            return 0;
        }
    }

    private static final class Comparing extends Probe {
        private final Invoker<?>[] invokers;
        private final int last; // where to stop, or -1
        private int at;

        Comparing(Invoker<?>[] invokers, int last) {
            this.invokers = invokers;
            this.last = last;
        }

        @Override
        public boolean equals(Object element) {
            int position = at;
            if (position < invokers.length && invokers[position] == element) {
                at = position + 1;
                return position == last;
            }
            at = Integer.MAX_VALUE; // another list, or a longer one: no need to look further
            return true;
        }
    }

    private static final class Stopping extends Probe {
        private final int index;
        private final Invoker<?> expected;
        private int at;
        private boolean found;

        Stopping(int index, Invoker<?> expected) {
            this.index = index;
            this.expected = expected;
        }

        @Override
        public boolean equals(Object element) {
            if (at++ == index) {
                found = element == expected;
                return found;
            }
            return false;
        }
    }

    private static final class Collecting extends Probe {
        private final List<Object> elements;

        Collecting(int size) {
            this.elements = new ArrayList<>(size);
        }

        @Override
        public boolean equals(Object element) {
            elements.add(element);
            return false;
        }
    }
}
