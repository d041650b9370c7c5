package io.github.dubboext.lb.pick;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dubboext.lb.env.Env;
import io.github.dubboext.lb.env.ScriptedEnv;
import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(60)
class BoundedLoadTest {

    @Nested
    class OverARing extends StrategyContract {
        @Override
        Strategy strategy(Env env) {
            return new RingHash(160, false, 1.25, env);
        }
    }

    @Nested
    class OverMaglev extends StrategyContract {
        @Override
        Strategy strategy(Env env) {
            return new Maglev(65_537, 1.25, env, warning -> {});
        }
    }

    /** A strategy by its bound. */
    record Kind(String name, Function<Double, Strategy> strategy) {
        Picker picker(double bound, Candidates candidates) {
            return strategy.apply(bound).picker(candidates);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Kind> kinds() {
        return Stream.of(
                new Kind("ringhash", bound -> new RingHash(160, false, bound, new ScriptedEnv(1))),
                new Kind("weighted ringhash", bound -> new RingHash(160, true, bound, new ScriptedEnv(1))),
                new Kind("maglev", bound -> new Maglev(65_537, bound, new ScriptedEnv(1), warning -> {})));
    }

    /** The bound in other words: ceil(bound * (calls in flight + 1) * share), in whole millionths. */
    private static int capacity(String bound, Candidates candidates, Live live, int index) {
        long weights = 0;
        long inFlight = 0;
        for (int i = 0; i < candidates.size(); i++) {
            if (live == null || live.contains(i)) {
                weights += candidates.baseWeight(i);
                inFlight += candidates.stats(i).inFlight();
            }
        }
        long calls = new BigDecimal(bound).movePointRight(6).longValueExact()
                * (inFlight + 1)
                * candidates.baseWeight(index);
        return (int) -Math.floorDiv(-calls, 1_000_000 * weights);
    }

    private static boolean hasRoom(String bound, Candidates candidates, Live live, int index) {
        return candidates.stats(index).inFlight() < capacity(bound, candidates, live, index);
    }

    /** Half of the calls use one key; up to {@code concurrency} are in flight; they end in random order. */
    private static void simulate(Kind kind, String bound, Candidates candidates, Live live, int concurrency) {
        Picker bounded = kind.picker(Double.parseDouble(bound), candidates);
        Picker plain = kind.picker(0, candidates);
        SplittableRandom random = new SplittableRandom(concurrency);
        List<Integer> running = new ArrayList<>();
        int breaches = 0;
        int needlessMoves = 0;
        int overflowed = 0;
        for (int call = 0; call < 8_000; call++) {
            long key = random.nextBoolean() ? 4_711 : random.nextLong();
            int home = plain.pick(key, live);
            int picked = bounded.pick(key, live);
            breaches += hasRoom(bound, candidates, live, picked) ? 0 : 1;
            boolean room = hasRoom(bound, candidates, live, home);
            overflowed += room ? 0 : 1;
            needlessMoves += room && picked != home ? 1 : 0;
            candidates.stats(picked).begin();
            running.add(picked);
            while (running.size() > random.nextInt(concurrency)) {
                int last = running.remove(running.size() - 1);
                int ends = running.isEmpty() ? last : running.set(random.nextInt(running.size()), last);
                candidates.stats(ends).end();
            }
        }
        running.forEach(index -> candidates.stats(index).end());
        assertThat(breaches).as("picks that break the bound").isZero();
        assertThat(needlessMoves)
                .as("calls moved although their provider had room")
                .isZero();
        assertThat(overflowed).as("calls that the bound moved").isPositive();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void halfOfAllCallsOnOneKey_noPickBreaksTheBound_andOthersStayWhereTheyAre(Kind kind) {
        for (String bound : new String[] {"1.25", "1.0", "1.1", "2"}) {
            simulate(kind, bound, NamedCandidates.equal(10), null, 100);
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void weightsAndAPartOfTheList_shareTheBound(Kind kind) {
        NamedCandidates some = Checksums.weighted(30);
        simulate(kind, "1.25", some, null, 200);
        simulate(kind, "1.3", some, index -> index % 3 != 1, 200);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void twoProvidersOnOneAddress_andMoreOfThem_noPickBreaksTheBound(Kind kind) {
        NamedCandidates same = NamedCandidates.none().with("a:1", 100).with("a:1", 100);
        simulate(kind, "1.25", same, null, 20);
        simulate(kind, "1.0", NamedCandidates.equal(3).with("10.1.0.0:20880", 100), null, 20);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void hotKey_staysWithinTheBoundOfItsProvider_andGoesToTheSameOthersInTheSameOrder(Kind kind) {
        // 10 providers, none ends: call m + 1 sees m in flight, so nobody holds more than ceil(1.25 * m / 10).
        NamedCandidates all = NamedCandidates.equal(10);
        Picker picker = kind.picker(1.25, all);
        ArrayDeque<Integer> order = new ArrayDeque<>();
        for (int m = 0; m < 80; m++) {
            int picked = picker.pick(4_711, null);
            if (!order.contains(picked)) {
                order.add(picked);
            }
            all.stats(picked).begin();
        }
        for (int i = 0; i < 10; i++) {
            assertThat(all.stats(i).inFlight()).isLessThanOrEqualTo(10); // 1.25 * 80 / 10
        }
        NamedCandidates idle = NamedCandidates.equal(10);
        assertThat(kind.picker(0, idle).pick(4_711, null)).isEqualTo(order.poll());
        int second = order.poll();
        int first = kind.picker(0, idle).pick(4_711, null);
        assertThat(kind.picker(0, idle).pick(4_711, index -> index != first)).isEqualTo(second);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void evenLoad_movesNoKey_round_afterRound(Kind kind) {
        // dubbo-issues C9: 1,000 keys, ten rounds, one call at a time.
        NamedCandidates all = NamedCandidates.equal(10);
        Picker plain = kind.picker(0, all);
        Picker bounded = kind.picker(1.25, all);
        for (int round = 0; round < 10; round++) {
            for (int key = 0; key < 1_000; key++) {
                long hash = KeyHash.of("u" + key, 2);
                int picked = bounded.pick(hash, null);
                assertThat(picked).isEqualTo(plain.pick(hash, null));
                all.stats(picked).begin();
                all.stats(picked).end();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void countsThatNobodyHasRoomFor_giveTheLeastLoaded(Kind kind) {
        // Counts that change between two looks: begun calls are there when the sum is made, and more when rooms are.
        NamedCandidates all = NamedCandidates.equal(5);
        for (int i = 0; i < 5; i++) {
            for (int k = 0; k < (i == 3 ? 9 : 10); k++) {
                all.stats(i).begin();
            }
        }
        Picker picker = kind.picker(1.0, all);
        // 49 in flight: room is below 10; only number 3 has 9.
        for (long key = 0; key < 100; key++) {
            assertThat(picker.pick(KeyHash.mix(key), null)).isEqualTo(3);
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void onlyDrainedProvidersLeft_areBoundedAmongThemselves(Kind kind) {
        NamedCandidates some =
                NamedCandidates.none().with("a:1", 0).with("b:1", 0).with("c:1", 100);
        Picker picker = kind.picker(1.0, some);
        Live drained = index -> index < 2;
        for (int m = 1; m <= 20; m++) {
            some.stats(picker.pick(4_711, drained)).begin();
            // ceil(m / 2) each
            assertThat(some.stats(0).inFlight()).isLessThanOrEqualTo((m + 1) / 2);
            assertThat(some.stats(1).inFlight()).isLessThanOrEqualTo((m + 1) / 2);
        }
        assertThat(some.stats(2).inFlight()).isZero();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void noKey_isRandomWithinTheBound(Kind kind) {
        NamedCandidates all = NamedCandidates.equal(10);
        Picker picker = kind.picker(1.0, all);
        for (int m = 0; m < 100; m++) {
            assertThat(hasRoom("1.0", all, null, picker.pick(KeyHash.ABSENT, null)))
                    .isTrue();
            all.stats(picker.pick(KeyHash.ABSENT, null)).begin();
        }
        for (int i = 0; i < 10; i++) {
            assertThat(all.stats(i).inFlight()).isEqualTo(10);
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void eightThreads_areAtMostSevenCallsOverTheBound(Kind kind) throws InterruptedException {
        // Eight threads hold five calls each, all of one key. A pick sees at most 39 in flight, which allows
        // ceil(1.25 * 40 / 10) = 5; seven others may have seen the same.
        assertThat(mostInFlight(kind.strategy().apply(1.25), 2_000)).isBetween(5, 12);
        // Without the bound they all meet on one provider.
        assertThat(mostInFlight(kind.strategy().apply(0.0), 10)).isEqualTo(40);
    }

    private static int mostInFlight(Strategy strategy, int calls) throws InterruptedException {
        NamedCandidates all = NamedCandidates.equal(10);
        Picker picker = strategy.picker(all);
        AtomicInteger most = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 8; t++) {
            Thread thread = new Thread(() -> {
                ArrayDeque<Integer> running = new ArrayDeque<>();
                for (int i = 0; i < calls; i++) {
                    if (running.size() == 5) {
                        all.stats(running.remove()).end();
                    }
                    int picked = picker.pick(4_711, null);
                    all.stats(picked).begin();
                    most.accumulateAndGet(all.stats(picked).inFlight(), Math::max);
                    running.add(picked);
                }
            });
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        return most.get();
    }
}
