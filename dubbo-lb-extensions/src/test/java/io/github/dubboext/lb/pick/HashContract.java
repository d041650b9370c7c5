package io.github.dubboext.lb.pick;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What the hash strategies promise beyond what all do. */
abstract class HashContract extends StrategyContract {

    @Test
    void orderOfTheList_andWarmUp_moveNoKey() {
        NamedCandidates warming = NamedCandidates.equal(50).withWarmUp("10.2.0.1:20880", 1, 100);
        NamedCandidates warm =
                NamedCandidates.equal(50).withWarmUp("10.2.0.1:20880", 100, 100).shuffled(5);
        Picker one = strategy(env).picker(warming);
        Picker other = strategy(env).picker(warm);
        SplittableRandom keys = new SplittableRandom(1);
        for (int i = 0; i < 20_000; i++) {
            long key = keys.nextLong();
            assertThat(warm.address(other.pick(key, null))).isEqualTo(warming.address(one.pick(key, null)));
        }
    }

    @Test
    void noKey_isWeightedRandom_warmUpIncluded() {
        NamedCandidates some = NamedCandidates.none()
                .with("a:1", 100)
                .with("b:1", 200)
                .withWarmUp("c:1", 50, 100)
                .with("d:1", 0);
        Picker picker = strategy(env).picker(some);
        long[] counts = new long[4];
        for (int i = 0; i < 70_000; i++) {
            counts[picker.pick(KeyHash.ABSENT, null)]++;
        }
        ChiSquare.assertFollows(counts, new long[] {100, 200, 50, 0}, 1e-8);
    }
}
