package io.github.dubboext.lb.dubbo;

import io.github.dubboext.lb.pick.Live;

/** Which candidates one call may go to; remembers whether the first that was drawn is one of them. For one thread. */
abstract class CallLive implements Live {
    private boolean asked;
    private boolean missed;

    @Override
    public final boolean contains(int index) {
        boolean in = has(index);
        if (!asked) {
            asked = true;
            missed = !in;
        }
        return in;
    }

    abstract boolean has(int index);

    /** Whether the first was not, so that another had to be drawn. */
    final boolean missed() {
        return missed;
    }
}
