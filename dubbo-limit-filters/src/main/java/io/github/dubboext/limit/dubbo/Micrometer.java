package io.github.dubboext.limit.dubbo;

import io.github.dubboext.limit.core.Clock;
import io.github.dubboext.limit.core.LimitSnapshot;
import io.github.dubboext.limit.metrics.LimitMeters;
import java.util.List;
import java.util.function.Supplier;

/** Whether Micrometer is on the class path: without it, the class that uses it is never loaded. */
final class Micrometer {

    private Micrometer() {}

    /** What keeps the meters of Micrometer's global registry up to date, to be run now and then; null without it. */
    static Runnable meters(Supplier<List<LimitSnapshot>> snapshots, Clock clock) {
        try {
            Class.forName("io.micrometer.core.instrument.Metrics", false, Micrometer.class.getClassLoader());
            return Meters.of(snapshots, clock);
        } catch (ClassNotFoundException absent) {
            return null;
        } catch (LinkageError e) {
            Told.once(
                    "Micrometer is there, but of a version that has too little (expected: 1.1 or later): no meters of "
                            + "limits. " + e);
            return null;
        }
    }

    private static final class Meters {
        static Runnable of(Supplier<List<LimitSnapshot>> snapshots, Clock clock) {
            return new LimitMeters(snapshots, clock);
        }
    }
}
