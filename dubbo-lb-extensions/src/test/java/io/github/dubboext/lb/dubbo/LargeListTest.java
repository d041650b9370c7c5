package io.github.dubboext.lb.dubbo;

import static io.github.dubboext.lb.dubbo.Invokers.asDubboDoes;
import static io.github.dubboext.lb.dubbo.Invokers.call;
import static io.github.dubboext.lb.dubbo.Invokers.consumer;
import static io.github.dubboext.lb.dubbo.Invokers.stub;
import static io.github.dubboext.lb.dubbo.Invokers.stubs;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.dubboext.lb.env.ScriptedEnv;
import io.github.dubboext.lb.pick.ChiSquare;
import io.github.dubboext.lb.pick.WeightedRandom;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.dubbo.rpc.Invoker;
import org.apache.dubbo.rpc.cluster.router.state.BitList;
import org.junit.jupiter.api.Test;

/** Lists so large that a steady one is compared up to the pick only. */
class LargeListTest {
    private static final int N = Service.LARGE + 50;

    private final ScriptedEnv env = new ScriptedEnv(42);
    private final AtomicInteger builds = new AtomicInteger();
    private int next = -1; // the place to pick, where a test wants to say it

    private final Engine<Boolean> engine = new Engine<>(
            StrategyType.of(any -> candidates -> {
                builds.incrementAndGet();
                return new WeightedRandom(any).picker(candidates);
            }),
            env);
    private final Engine<Boolean> scripted = new Engine<>(
            StrategyType.of(any -> candidates -> {
                builds.incrementAndGet();
                return (key, live) -> live == null || live.contains(next) ? next : 0;
            }),
            env);

    private Invoker<Object> select(Engine<Boolean> from, List<Invoker<Object>> list) {
        return from.select(list, list.size(), consumer(), call("getOrder"));
    }

    /** A list is steady as long as no other is known, which ends a minute after that was last seen. */
    private void settle(Engine<Boolean> engine, List<Invoker<Object>> list) {
        for (int i = 0; i < 4; i++) {
            select(engine, asDubboDoes(list));
            env.passMillis(1_000);
        }
        select(engine, asDubboDoes(list));
    }

    private static <T> List<T> with(List<T> list, int index, T other) {
        List<T> changed = new ArrayList<>(list);
        changed.set(index, other);
        return changed;
    }

    @Test
    void change_isSeenByTheFirstPickThatReachesIt() {
        List<Invoker<Object>> before = stubs(0, N, "");
        List<Invoker<Object>> after = with(before, 100, stub(9_999, ""));
        next = 5;
        settle(scripted, before);
        assertThat(builds).hasValue(1);

        next = 99;
        assertThat(select(scripted, asDubboDoes(after))).isSameAs(after.get(99));
        assertThat(builds).hasValue(1);
        next = 100;
        assertThat(select(scripted, asDubboDoes(after))).isSameAs(after.get(100));
        assertThat(builds).hasValue(2);
    }

    @Test
    void change_thatNoPickReaches_isSeenWithinASecond() {
        List<Invoker<Object>> before = stubs(0, N, "");
        List<Invoker<Object>> after = with(before, N - 1, stub(9_999, ""));
        next = 0;
        settle(scripted, before);
        select(scripted, asDubboDoes(after));
        assertThat(builds).hasValue(1);
        env.passMillis(1_000);
        select(scripted, asDubboDoes(after));
        assertThat(builds).hasValue(2);
    }

    @Test
    void providerInTheTail_inPlaceOfOneRoutedAway_doesNotBringThatBack() {
        List<Invoker<Object>> origin = stubs(0, N, "");
        next = 7;
        settle(scripted, origin);
        BitSet allButSeven = new BitSet();
        allButSeven.set(0, N);
        allButSeven.clear(7);
        BitList<Invoker<Object>> list = new BitList<>(origin, allButSeven, null);
        list.addToTailList(stub(9_999, "")); // as many as before
        assertThat(select(scripted, Collections.unmodifiableList(list)))
                .isNotSameAs(origin.get(7))
                .isIn(list);
    }

    @Test
    void anyChanges_giveAMemberOfTheListOfThisCall() {
        SplittableRandom random = new SplittableRandom(1);
        List<Invoker<Object>> list = stubs(0, N, "");
        settle(engine, list);
        int made = N;
        for (int i = 0; i < 20_000; i++) {
            if (random.nextInt(50) == 0) {
                list = with(list, random.nextInt(N), stub(made++, ""));
            }
            List<Invoker<Object>> handed = asDubboDoes(list);
            if (random.nextInt(10) == 0) {
                BitSet bits = new BitSet();
                random.ints(1 + random.nextInt(N), 0, N).forEach(bits::set);
                handed = Invokers.routed(list, bits);
            }
            assertThat(handed.contains(select(engine, handed))).isTrue();
            env.passMillis(random.nextInt(200));
        }
    }

    @Test
    void twoListsOfOneSizeThatBeginAlike_haveTheirOwnShares() {
        // Half of each is the same. If the first list were taken for the second, the second half of that would starve.
        List<Invoker<Object>> one = stubs(0, N, "warmup=0");
        List<Invoker<Object>> other = new ArrayList<>(one.subList(0, N / 2));
        other.addAll(stubs(10_000, N - N / 2, "warmup=0"));
        settle(engine, one);
        settle(engine, other);
        long[] ofOne = new long[N];
        long[] ofOther = new long[N];
        for (int i = 0; i < 100_000; i++) {
            ofOne[one.indexOf(select(engine, asDubboDoes(one)))]++;
            ofOther[other.indexOf(select(engine, asDubboDoes(other)))]++;
            env.passMillis(1);
        }
        long[] equal = new long[N];
        Arrays.fill(equal, 1);
        ChiSquare.assertFollows(ofOne, equal, 1e-8);
        ChiSquare.assertFollows(ofOther, equal, 1e-8);
        assertThat(builds).hasValue(2);
    }

    @Test
    void secondListSeenEveryFewSeconds_hasItsOwnShares() {
        List<Invoker<Object>> busy = stubs(0, N, "warmup=0");
        List<Invoker<Object>> rare = new ArrayList<>(busy.subList(0, N / 2));
        rare.addAll(stubs(10_000, N - N / 2, "warmup=0"));
        select(engine, asDubboDoes(busy));
        long[] halves = new long[2];
        for (int i = 0; i < 30_000; i++) {
            env.passMillis(200);
            select(engine, asDubboDoes(busy));
            if (i % 15 == 0) {
                halves[rare.indexOf(select(engine, asDubboDoes(rare))) < N / 2 ? 0 : 1]++;
            }
        }
        ChiSquare.assertFollows(halves, new long[] {1, 1}, 1e-8);
    }

    @Test
    void steadyList_ofAReferenceDestroyed_isCollected() throws InterruptedException {
        List<Invoker<Object>> list = stubs(0, N, "");
        settle(engine, list);
        WeakReference<Invoker<Object>> old = new WeakReference<>(list.get(0));
        list = null;
        env.passMillis(60_000);
        engine.sweep();
        for (int i = 0; i < 100 && old.get() != null; i++) {
            System.gc();
            Thread.sleep(10);
        }
        assertThat(old.get()).isNull();
    }
}
