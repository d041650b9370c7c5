package io.github.dubboext.lb.dubbo;

import static io.github.dubboext.lb.dubbo.Invokers.asDubboDoes;
import static io.github.dubboext.lb.dubbo.Invokers.consumer;
import static io.github.dubboext.lb.dubbo.Invokers.routed;
import static io.github.dubboext.lb.dubbo.Invokers.stubs;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.dubboext.lb.env.Env;
import io.github.dubboext.lb.env.ScriptedEnv;
import io.github.dubboext.lb.pick.Strategy;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToLongFunction;
import org.apache.dubbo.rpc.Invocation;
import org.apache.dubbo.rpc.Invoker;
import org.apache.dubbo.rpc.RpcInvocation;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The hash strategies in the engine: when tables are built, who waits, what is let go. */
@Timeout(60)
class HashEngineTest {
    private final ScriptedEnv env = new ScriptedEnv(42);
    private final AtomicInteger builds = new AtomicInteger();
    private final Semaphore mayBuild = new Semaphore(Integer.MAX_VALUE);
    private final CountDownLatch eleven = new CountDownLatch(1);

    /** The type as it is, but for a count and a gate in front of each build. */
    private final class Counting implements StrategyType<HashSettings> {
        private final HashStrategyType type;

        Counting(HashStrategyType type) {
            this.type = type;
        }

        @Override
        public HashSettings read(Parameters parameters) {
            return type.read(parameters);
        }

        @Override
        public Strategy create(HashSettings settings, Env env) {
            Strategy strategy = type.create(settings, env);
            return candidates -> {
                builds.incrementAndGet();
                if (candidates.size() == 11) {
                    eleven.countDown();
                }
                mayBuild.acquireUninterruptibly();
                mayBuild.release();
                return strategy.picker(candidates);
            };
        }

        @Override
        public ToLongFunction<Invocation> keys(HashSettings settings) {
            return type.keys(settings);
        }
    }

    private static Invoker<Object> select(Engine<?> engine, List<Invoker<Object>> list, int key) {
        RpcInvocation call =
                new RpcInvocation(null, "getOrder", Invokers.SERVICE, "", new Class<?>[0], new Object[] {"k" + key});
        return engine.select(list, list.size(), consumer(), call);
    }

    @ParameterizedTest
    @EnumSource
    void twoListsThatAlternateAThousandTimes_areTwoBuilds(HashStrategyType type) {
        Engine<HashSettings> engine = new Engine<>(new Counting(type), env);
        List<Invoker<Object>> one = stubs(0, 100, "");
        List<Invoker<Object>> other = stubs(50, 50, "");
        for (int i = 0; i < 1_000; i++) {
            env.passMillis(1);
            assertThat(one).contains(select(engine, new ArrayList<>(one), i));
            assertThat(other).contains(select(engine, new ArrayList<>(other), i));
        }
        assertThat(builds.get()).isLessThanOrEqualTo(2);
    }

    @ParameterizedTest
    @EnumSource
    void routesThatAlternateAThousandTimes_areOneBuild_andMoveOnlyKeysOfTheMissing(HashStrategyType type) {
        Engine<HashSettings> engine = new Engine<>(new Counting(type), env);
        List<Invoker<Object>> all = stubs(0, 100, "");
        BitSet half = new BitSet();
        half.set(20, 70);
        for (int i = 0; i < 1_000; i++) {
            Invoker<Object> of = select(engine, asDubboDoes(all), i);
            Invoker<Object> ofHalf = select(engine, routed(all, half), i);
            assertThat(all.indexOf(ofHalf)).isBetween(20, 69);
            if (half.get(all.indexOf(of))) {
                assertThat(ofHalf).isSameAs(of);
            }
        }
        assertThat(builds).hasValue(1);
    }

    @ParameterizedTest
    @EnumSource
    void sixteenThreadsOnAListChange_areOneBuild_andNobodyWaits(HashStrategyType type) throws InterruptedException {
        Engine<HashSettings> engine = new Engine<>(new Counting(type), env);
        List<Invoker<Object>> before = stubs(0, 10, "");
        List<Invoker<Object>> after = new ArrayList<>(before);
        after.addAll(stubs(10, 1, ""));
        List<Invoker<Object>> was = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            was.add(select(engine, asDubboDoes(before), i));
        }

        mayBuild.acquireUninterruptibly(Integer.MAX_VALUE); // the next build hangs until we say so
        AtomicInteger done = new AtomicInteger();
        AtomicInteger wrong = new AtomicInteger();
        Runnable calls = () -> {
            for (int i = 0; i < 200; i++) {
                wrong.addAndGet(select(engine, asDubboDoes(after), i) == was.get(i) ? 0 : 1);
            }
            done.incrementAndGet();
        };
        Thread builder = new Thread(() -> select(engine, asDubboDoes(after), 0));
        builder.start();
        eleven.await();
        List<Thread> others = new ArrayList<>();
        for (int t = 0; t < 15; t++) {
            Thread other = new Thread(calls);
            other.start();
            others.add(other);
        }
        for (Thread other : others) {
            other.join(); // returns although the build still hangs
        }
        assertThat(done).hasValue(15);
        assertThat(wrong).as("keys that moved before the new table was there").hasValue(0);
        assertThat(builder.isAlive()).isTrue();
        mayBuild.release(Integer.MAX_VALUE);
        builder.join();
        assertThat(builds).hasValue(2);
    }

    @ParameterizedTest
    @EnumSource
    void destroyedReference_isCollectedAfterItsMinute(HashStrategyType type) throws InterruptedException {
        Engine<HashSettings> engine = new Engine<>(type, env);
        List<Invoker<Object>> list = stubs(0, 20, "hash.bound=1.25");
        select(engine, asDubboDoes(list), 1);
        WeakReference<Invoker<Object>> old = new WeakReference<>(list.get(0));
        WeakReference<Object> itsUrl = new WeakReference<>(list.get(0).getUrl());
        list = null;
        env.passMillis(60_000);
        engine.sweep();
        for (int i = 0; i < 100 && (old.get() != null || itsUrl.get() != null); i++) {
            System.gc();
            Thread.sleep(20); // the collector's time, not ours; bounded
        }
        assertThat(old.get()).isNull();
        assertThat(itsUrl.get()).isNull();
    }
}
