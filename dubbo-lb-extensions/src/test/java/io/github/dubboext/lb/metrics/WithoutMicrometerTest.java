package io.github.dubboext.lb.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dubboext.lb.WeightedRandomLoadBalance;
import io.github.dubboext.lb.dubbo.Invokers;
import io.github.dubboext.lb.dubbo.Warned;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.dubbo.rpc.Invoker;
import org.apache.dubbo.rpc.cluster.LoadBalance;
import org.junit.jupiter.api.Test;

/** The jar on a class path without Micrometer. */
class WithoutMicrometerTest {

    /** Loads the jar anew, and finds no Micrometer. */
    private static final class Hiding extends ClassLoader {
        private final Set<String> loaded = new HashSet<>();
        private final Set<String> shown;

        /** @param shown what it finds of Micrometer nevertheless */
        Hiding(String... shown) {
            super(WithoutMicrometerTest.class.getClassLoader());
            this.shown = Set.of(shown);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.startsWith("io.micrometer.") && !shown.contains(name)) {
                throw new ClassNotFoundException(name);
            }
            if (!name.startsWith("io.github.dubboext.lb.")) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> known = findLoadedClass(name);
                return known != null ? known : define(name);
            }
        }

        private Class<?> define(String name) throws ClassNotFoundException {
            try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
                byte[] bytes = in.readAllBytes();
                loaded.add(name);
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    @Test
    void loadBalance_withoutMicrometer_worksAndDoesNotLoadTheMeters() throws ReflectiveOperationException {
        Hiding loader = new Hiding();

        pickWith(loader);

        assertThat(loader.loaded)
                .contains("io.github.dubboext.lb.dubbo.Micrometer")
                .doesNotContain("io.github.dubboext.lb.metrics.LoadBalanceMeters");
    }

    @Test
    void loadBalance_withAMicrometerThatHasTooLittle_worksAndTellsOnce() throws ReflectiveOperationException {
        try (Warned warned = new Warned()) {
            pickWith(new Hiding("io.micrometer.core.instrument.Metrics"));

            assertThat(warned.messages())
                    .filteredOn(message -> message.startsWith("Micrometer"))
                    .singleElement()
                    .asString()
                    .contains("no meters of load balancing", "NoClassDefFoundError");
        }
    }

    private static void pickWith(ClassLoader loader) throws ReflectiveOperationException {
        LoadBalance loadBalance = (LoadBalance) loader.loadClass(WeightedRandomLoadBalance.class.getName())
                .getConstructor()
                .newInstance();
        List<Invoker<Object>> three = Invokers.stubs(0, 3, "");

        Invoker<Object> picked =
                loadBalance.select(Invokers.asDubboDoes(three), Invokers.consumer(), Invokers.call("getOrder"));

        assertThat(three).contains(picked);
    }
}
