package io.github.dubboext.limit.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dubboext.limit.dubbo.Limits;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.HashSet;
import java.util.Set;
import org.apache.dubbo.common.URL;
import org.apache.dubbo.rpc.Invocation;
import org.apache.dubbo.rpc.Invoker;
import org.apache.dubbo.rpc.Result;
import org.junit.jupiter.api.Test;

/** The jar on a class path without Micrometer. */
class WithoutMicrometerTest {

    /** Loads the jar anew, and finds no Micrometer. */
    private static final class Hiding extends ClassLoader {
        private final Set<String> loaded = new HashSet<>();

        Hiding() {
            super(WithoutMicrometerTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.startsWith("io.micrometer.")) {
                throw new ClassNotFoundException(name);
            }
            if (!name.startsWith("io.github.dubboext.limit.") || name.contains(".testing.")) {
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
    void limits_withoutMicrometer_workAndDoNotLoadTheMeters() throws ReflectiveOperationException {
        Hiding loader = new Hiding();
        Class<?> type = loader.loadClass(Limits.class.getName());
        Object limits = type.getField("SHARED").get(null);
        Method executes = type.getMethod("executes", Invoker.class, Invocation.class);
        Chains chains = new Chains();

        Result result = (Result) executes.invoke(limits, chains.ok, chains.call());

        assertThat(result.getValue()).isEqualTo("ok");
        assertThat(loader.loaded)
                .contains("io.github.dubboext.limit.dubbo.Micrometer")
                .doesNotContain("io.github.dubboext.limit.metrics.LimitMeters");
    }

    @Test
    void meters_withoutMicrometer_cannotBeLoaded() throws ReflectiveOperationException {
        Class<?> meters = new Hiding().loadClass("io.github.dubboext.limit.metrics.LimitMeters");
        Throwable thrown = null;
        try {
            meters.getConstructors()[0].newInstance(null, null);
        } catch (InvocationTargetException | LinkageError e) {
            thrown = e;
        }
        assertThat(thrown).as("what the test above is worth").isNotNull();
    }

    private static final class Chains {
        private final io.github.dubboext.limit.testing.Chain chain = new io.github.dubboext.limit.testing.Chain(
                URL.valueOf("dubbo://127.0.0.1:20880/plain.Api?interface=plain.Api&executes=1"));
        private final Invoker<?> ok = chain.returning("ok");

        Invocation call() {
            return chain.call("work");
        }
    }
}
