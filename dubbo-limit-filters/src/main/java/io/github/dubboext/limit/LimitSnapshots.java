package io.github.dubboext.limit;

import io.github.dubboext.limit.core.LimitSnapshot;
import io.github.dubboext.limit.dubbo.Limits;
import java.util.List;

/** What the limits of this JVM are and did: the one place that metrics and consoles read. */
public final class LimitSnapshots {

    private LimitSnapshots() {}

    /**
     * Every limit that has had a call and is still known, in no order. Where several references share a counter there
     * is one entry for each, with the same counts.
     */
    public static List<LimitSnapshot> all() {
        return Limits.SHARED.snapshots();
    }

    /** As {@link #all}, without those whose service is unexported or reference destroyed, once they are idle. */
    public static List<LimitSnapshot> inUse() {
        return Limits.SHARED.snapshotsInUse();
    }
}
