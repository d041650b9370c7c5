package io.github.dubboext.lb.dubbo;

import io.github.dubboext.lb.env.Env;
import io.github.dubboext.lb.metrics.LoadBalanceMeters;
import io.github.dubboext.lb.stats.MethodSnapshot;
import java.util.List;
import java.util.function.Supplier;

/** Whether Micrometer is on the class path: without it, the class that uses it is never loaded. */
final class Micrometer {
    private Micrometer() {}

    /** What keeps the meters of Micrometer's global registry up to date, to be run now and then; null without it. */
    static Runnable meters(Supplier<List<MethodSnapshot>> snapshots) {
        try {
            Class.forName("io.micrometer.core.instrument.Metrics", false, Micrometer.class.getClassLoader());
            return Meters.of(snapshots);
        } catch (ClassNotFoundException absent) {
            return null;
        } catch (LinkageError e) {
            new Warnings()
                    .warn(
                            "Micrometer is there, but of a version that has too little (expected: 1.1 or later): no meters "
                                    + "of load balancing. " + e);
            return null;
        }
    }

    private static final class Meters {
        static Runnable of(Supplier<List<MethodSnapshot>> snapshots) {
            return new LoadBalanceMeters(snapshots, Env.system());
        }
    }
}
