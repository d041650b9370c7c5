package io.github.dubboext.lb.stats;

/**
 * Calls that have ended and still weigh on their provider, each until a time of its own: a list of entries, the last to
 * end first, {@code null} if there are none. Immutable, so that only a failure pays for it.
 *
 * <p>Calls whose times are close share an entry: there are some {@value #STEPS} of them, however many calls fail.
 */
final class Aftermath {
    /** To share an entry, an end may come later by one part in this many. */
    private static final int STEPS = 16;

    private final long untilNanos;
    private final int calls;
    private final Aftermath earlier;

    private Aftermath(long untilNanos, int calls, Aftermath earlier) {
        this.untilNanos = untilNanos;
        this.calls = calls;
        this.earlier = earlier;
    }

    /** Calls that still weigh. */
    static int calls(Aftermath list, long nowNanos) {
        int calls = 0;
        for (Aftermath e = list; isLive(e, nowNanos); e = e.earlier) {
            calls += e.calls;
        }
        return calls;
    }

    /** The list with one more call, which weighs for {@code lastsNanos}, and without what is over. */
    static Aftermath with(Aftermath list, long nowNanos, long lastsNanos) {
        return insert(list, nowNanos, nowNanos + lastsNanos, lastsNanos / STEPS);
    }

    private static Aftermath insert(Aftermath e, long nowNanos, long untilNanos, long stepNanos) {
        if (!isLive(e, nowNanos) || e.untilNanos - untilNanos < 0) {
            // Half a step on, for those that will share it; on average nobody gains.
            return new Aftermath(untilNanos + stepNanos / 2, 1, live(e, nowNanos));
        }
        if (e.untilNanos - untilNanos <= stepNanos) {
            return new Aftermath(e.untilNanos, e.calls + 1, live(e.earlier, nowNanos));
        }
        return new Aftermath(e.untilNanos, e.calls, insert(e.earlier, nowNanos, untilNanos, stepNanos));
    }

    private static Aftermath live(Aftermath e, long nowNanos) {
        if (!isLive(e, nowNanos)) {
            return null;
        }
        Aftermath earlier = live(e.earlier, nowNanos);
        return earlier == e.earlier ? e : new Aftermath(e.untilNanos, e.calls, earlier);
    }

    private static boolean isLive(Aftermath e, long nowNanos) {
        return e != null && e.untilNanos - nowNanos > 0;
    }
}
