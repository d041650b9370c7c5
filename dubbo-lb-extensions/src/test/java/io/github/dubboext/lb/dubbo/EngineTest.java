package io.github.dubboext.lb.dubbo;

import static io.github.dubboext.lb.dubbo.Invokers.asDubboDoes;
import static io.github.dubboext.lb.dubbo.Invokers.call;
import static io.github.dubboext.lb.dubbo.Invokers.consumer;
import static io.github.dubboext.lb.dubbo.Invokers.routed;
import static io.github.dubboext.lb.dubbo.Invokers.stub;
import static io.github.dubboext.lb.dubbo.Invokers.stubs;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.dubboext.lb.env.Env;
import io.github.dubboext.lb.env.ScriptedEnv;
import io.github.dubboext.lb.pick.Candidates;
import io.github.dubboext.lb.pick.ChiSquare;
import io.github.dubboext.lb.pick.Picker;
import io.github.dubboext.lb.pick.Strategy;
import io.github.dubboext.lb.pick.WeightedRandom;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.dubbo.rpc.Invoker;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class EngineTest {
    private static final double ALPHA = 1e-8;

    private final ScriptedEnv env = new ScriptedEnv(42);
    private final AtomicInteger builds = new AtomicInteger();

    /** Weighted random that counts its tables. */
    private final class Counting implements Strategy {
        private final Strategy random;

        Counting(Env env) {
            this.random = new WeightedRandom(env);
        }

        @Override
        public Picker picker(Candidates candidates) {
            builds.incrementAndGet();
            return random.picker(candidates);
        }
    }

    private final Engine<Boolean> engine = new Engine<>(StrategyType.of(Counting::new), env);

    private Invoker<Object> select(List<Invoker<Object>> list) {
        return select(list, "getOrder");
    }

    private Invoker<Object> select(List<Invoker<Object>> list, String method) {
        return engine.select(list, list.size(), consumer(), call(method));
    }

    private Map<Invoker<?>, Integer> count(List<Invoker<Object>> list, int picks) {
        Map<Invoker<?>, Integer> counts = new HashMap<>();
        for (int i = 0; i < picks; i++) {
            counts.merge(select(list), 1, Integer::sum);
        }
        return counts;
    }

    private static void assertFollows(Map<Invoker<?>, Integer> counts, List<Invoker<Object>> members, long... weights) {
        long[] ordered = members.stream()
                .mapToLong(member -> counts.getOrDefault(member, 0))
                .toArray();
        assertThat(counts.keySet()).isSubsetOf(members);
        ChiSquare.assertFollows(ordered, weights, ALPHA);
    }

    @Test
    void sameContentInANewListEachTime_isOneBuild() {
        List<Invoker<Object>> origin = stubs(0, 10, "");
        for (int i = 0; i < 1_000; i++) {
            assertThat(origin).contains(select(asDubboDoes(new ArrayList<>(origin))));
        }
        assertThat(builds).hasValue(1);
    }

    @Test
    void anyOrderOfListChanges_givesAMemberOfTheListOfThisCall() {
        SplittableRandom random = new SplittableRandom(3);
        List<Invoker<Object>> pool = stubs(0, 40, "");
        for (int i = 0; i < 20_000; i++) {
            if (random.nextInt(50) == 0) {
                Collections.shuffle(pool, new java.util.Random(i));
                env.passMillis(random.nextInt(3_000));
            }
            List<Invoker<Object>> origin = new ArrayList<>(pool.subList(0, 2 + random.nextInt(39)));
            BitSet bits = new BitSet();
            for (int k = 0; k < origin.size(); k++) {
                bits.set(k, random.nextBoolean());
            }
            List<Invoker<Object>> members = new ArrayList<>(routed(origin, bits));
            List<Invoker<Object>> list = switch (random.nextInt(4)) {
                case 0 -> origin;
                case 1 -> asDubboDoes(origin);
                case 2 -> members;
                default -> routed(origin, bits);
            };
            if (list.size() > 1) {
                assertThat(list.stream().anyMatch(select(list)::equals)).isTrue();
            }
        }
    }

    @Test
    void routedList_givesTheSharesOfItsMembers_withoutABuild() {
        List<Invoker<Object>> origin = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            origin.add(stub(i, "weight=" + 100 * (i + 1)));
        }
        BitSet bits = new BitSet();
        bits.set(1);
        bits.set(2);
        bits.set(5);
        count(asDubboDoes(origin), 10);
        assertFollows(
                count(routed(origin, bits), 60_000),
                List.of(origin.get(1), origin.get(2), origin.get(5)),
                200,
                300,
                600);
        assertThat(builds).hasValue(1);
    }

    @Test
    void listsThatAlternate_doNotBuildAgain() {
        List<Invoker<Object>> origin = stubs(0, 100, "");
        BitSet half = new BitSet();
        half.set(0, 50);
        List<Invoker<Object>> other = stubs(200, 50, "");
        for (int i = 0; i < 1_000; i++) {
            select(asDubboDoes(origin));
            select(routed(origin, half));
            select(asDubboDoes(other));
            select(new ArrayList<>(origin.subList(0, 10))); // a retry's short list
        }
        assertThat(builds).hasValue(2);
    }

    @Test
    void plainListsThatAlternate_doNotBuildAgain() {
        // Dubbo before 3.0.5: every route is a list of its own.
        List<Invoker<Object>> red = stubs(0, 30, "");
        List<Invoker<Object>> blue = stubs(20, 30, "");
        for (int i = 0; i < 1_000; i++) {
            env.passMillis(1);
            select(new ArrayList<>(red));
            select(new ArrayList<>(blue));
        }
        assertThat(builds).hasValue(2);
    }

    @Test
    void providerLeaves_itGetsNothingMore_andAfterTwoSecondsTheListIsAGenerationOfItsOwn() {
        List<Invoker<Object>> all = stubs(0, 10, "");
        List<Invoker<Object>> left = new ArrayList<>(all.subList(0, 9));
        select(asDubboDoes(all));
        assertThat(count(asDubboDoes(left), 5_000))
                .doesNotContainKey(all.get(9))
                .hasSize(9);
        assertThat(builds).hasValue(1);
        env.passMillis(2_001);
        count(asDubboDoes(left), 100);
        assertThat(builds).hasValue(2);
    }

    @Test
    void providerJoins_itGetsItsShareAtOnceIfWarm() {
        List<Invoker<Object>> some = stubs(0, 3, "warmup=0");
        select(asDubboDoes(some));
        List<Invoker<Object>> more = new ArrayList<>(some);
        more.add(stub(3, "warmup=0"));
        assertFollows(count(asDubboDoes(more), 40_000), more, 1, 1, 1, 1);
    }

    @Test
    void weightChangedOnTheSameInvoker_countsWithinASecond() {
        List<Invoker<Object>> origin = stubs(0, 2, "weight=100");
        count(asDubboDoes(origin), 10);
        ((Invokers.Stub) origin.get(1)).setUrl(Invokers.url(1, "weight=300"));
        env.passMillis(1_000);
        assertFollows(count(asDubboDoes(origin), 40_000), origin, 100, 300);
        assertThat(builds).hasValue(2);
    }

    @Test
    void nothingChanged_isNoBuildHoweverLong() {
        List<Invoker<Object>> origin = stubs(0, 5, "weight=100");
        for (int i = 0; i < 600; i++) {
            env.passMillis(500);
            select(asDubboDoes(origin));
        }
        assertThat(builds).hasValue(1);
    }

    @Test
    void methods_haveWeightsOfTheirOwn() {
        // dubbo-issues W2: A m.weight=300&weight=100, B weight=100; 40,000 calls each.
        List<Invoker<Object>> origin = List.of(stub(0, "weight=100&getOrder.weight=300"), stub(1, "weight=100"));
        assertFollows(count(asDubboDoes(origin), 40_000), origin, 300, 100);
        Map<Invoker<?>, Integer> other = new HashMap<>();
        for (int i = 0; i < 40_000; i++) {
            other.merge(select(asDubboDoes(origin), "cancelOrder"), 1, Integer::sum);
        }
        assertFollows(other, origin, 100, 100);
    }

    @Test
    void listOfAnotherServiceOrVersion_isAnotherState() {
        List<Invoker<Object>> origin = stubs(0, 3, "");
        engine.select(origin, 3, consumer(), call("getOrder"));
        engine.select(origin, 3, consumer().addParameter("version", "2.0"), call("getOrder"));
        engine.select(origin, 3, null, call("getOrder"));
        engine.select(origin, 3, null, null);
        assertThat(builds).hasValue(4);
    }

    @Test
    void sixteenThreadsOnAListChange_buildOnce_andNobodyWaits() throws InterruptedException {
        CountDownLatch building = new CountDownLatch(1);
        Semaphore mayBuild = new Semaphore(1);
        Engine<Boolean> slow = new Engine<>(
                StrategyType.of(any -> candidates -> {
                    builds.incrementAndGet();
                    if (candidates.size() == 11) {
                        building.countDown();
                        mayBuild.acquireUninterruptibly();
                    }
                    return new WeightedRandom(env).picker(candidates);
                }),
                env);
        List<Invoker<Object>> before = stubs(0, 10, "");
        List<Invoker<Object>> after = new ArrayList<>(before);
        after.add(stub(10, ""));
        slow.select(asDubboDoes(before), 10, consumer(), call("getOrder"));

        mayBuild.acquireUninterruptibly(); // the build hangs until we say so
        Thread builder = new Thread(() -> slow.select(asDubboDoes(after), 11, consumer(), call("getOrder")));
        builder.start();
        building.await();
        List<Thread> others = new ArrayList<>();
        AtomicReference<AssertionError> wrong = new AtomicReference<>();
        for (int t = 0; t < 15; t++) {
            Thread other = new Thread(() -> {
                try {
                    for (int i = 0; i < 100; i++) {
                        assertThat(before).contains(slow.select(asDubboDoes(after), 11, consumer(), call("getOrder")));
                    }
                } catch (AssertionError e) {
                    wrong.set(e);
                }
            });
            other.start();
            others.add(other);
        }
        for (Thread other : others) {
            other.join(); // returns although the build still hangs
        }
        assertThat(wrong).hasValue(null);
        assertThat(builder.isAlive()).isTrue();
        mayBuild.release();
        builder.join();
        assertThat(builds).hasValue(2);
    }

    @Test
    void tenThousandProvidersAndAHundredThousandMethodNames_comeAndGo_leaveNothing() throws InterruptedException {
        WeakReference<Invoker<Object>> old = new WeakReference<>(null);
        for (int round = 0; round < 100; round++) {
            List<Invoker<Object>> list = stubs(round * 100, 100, "");
            for (int i = 0; i < 1_000; i++) {
                select(asDubboDoes(list), "made-up-" + round + "-" + i);
            }
            if (round == 50) {
                old = new WeakReference<>(list.get(0));
            }
            env.passMillis(10_000);
            engine.sweep();
        }
        // At most 500 method states, 16 generations (each with at most 501 tables), 100 seen providers and those just
        // gone, and the picks of as many.
        assertThat(engine.size()).isLessThan(1_800);
        assertThat(collected(old)).isTrue();

        env.passMillis(600_000);
        assertThat(engine.sweep()).isFalse();
        assertThat(engine.size()).isZero();
    }

    @Test
    void destroyedReference_isCollectedAfterItsMinute() throws InterruptedException {
        List<Invoker<Object>> list = stubs(0, 5, "");
        select(asDubboDoes(list));
        WeakReference<Invoker<Object>> old = new WeakReference<>(list.get(0));
        list = null;
        env.passMillis(60_000);
        engine.sweep();
        assertThat(collected(old)).isTrue();
    }

    private static boolean collected(WeakReference<?> reference) throws InterruptedException {
        for (int i = 0; i < 100 && reference.get() != null; i++) {
            System.gc();
            Thread.sleep(20); // the collector's time, not ours; bounded
        }
        return reference.get() == null;
    }

    @Test
    void listThatLosesItsElementsMeanwhile_givesNullInsteadOfAStranger() {
        List<Invoker<Object>> list = new ArrayList<>(stubs(0, 3, ""));
        assertThat(engine.select(new Shrinking(list), 3, consumer(), call("getOrder")))
                .isNull();
    }

    /** Answers that it holds three, and holds none when it is gone through. */
    private static final class Shrinking extends java.util.AbstractList<Invoker<Object>> {
        private final List<Invoker<Object>> elements;
        private boolean asked;

        Shrinking(List<Invoker<Object>> elements) {
            this.elements = elements;
        }

        @Override
        public boolean contains(Object probe) {
            boolean contains = !asked && elements.contains(probe);
            asked = true;
            return contains;
        }

        @Override
        public Invoker<Object> get(int index) {
            throw new IndexOutOfBoundsException();
        }

        @Override
        public int size() {
            return asked ? 0 : 3;
        }
    }
}
