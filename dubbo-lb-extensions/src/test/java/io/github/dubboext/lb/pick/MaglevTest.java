package io.github.dubboext.lb.pick;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dubboext.lb.env.Env;
import io.github.dubboext.lb.env.ScriptedEnv;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MaglevTest extends HashContract {
    private final List<String> warnings = new ArrayList<>();

    @Override
    Strategy strategy(Env env) {
        return new Maglev(Maglev.DEFAULT_SLOTS, 0, env, warnings::add);
    }

    private Maglev maglev(int slots) {
        return new Maglev(slots, 0, new ScriptedEnv(1), warnings::add);
    }

    /** Slots of each candidate. */
    private long[] slots(int slots, Candidates candidates) {
        Members members = Members.of(candidates, true);
        HashTable table = maglev(slots).table(members);
        assertThat(table.slots()).isEqualTo(slots);
        long[] counts = new long[candidates.size()];
        for (int slot = 0; slot < slots; slot++) {
            counts[members.candidate(table.owner(slot))]++;
        }
        return counts;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 10, 64, 100, 333, 500, 649, 650})
    void busiestProvider_ownsAtMostOnePercentMoreThanTheMean(int n) {
        long[] counts = slots(Maglev.DEFAULT_SLOTS, NamedCandidates.equal(n));
        long most = Arrays.stream(counts).max().orElseThrow();
        // n * most / 65,537; nobody is further than one slot from another.
        assertThat(most * n / 65_537.0).isLessThanOrEqualTo(1.01);
        assertThat(most - Arrays.stream(counts).min().orElseThrow()).isLessThanOrEqualTo(1);
        assertThat(warnings).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 30, 99, 300, 648})
    void weights321_ownSlotsInProportion(int n) {
        NamedCandidates some = NamedCandidates.none();
        for (int i = 0; i < n; i++) {
            some = some.with("10.5." + i / 256 + "." + i % 256 + ":20880", 100L * (1 + i % 3));
        }
        long[] counts = slots(Maglev.DEFAULT_SLOTS, some);
        double unit = 65_537.0 / (n / 3 * 6);
        long[] byWeight = new long[3];
        for (int i = 0; i < n; i++) {
            byWeight[i % 3] += counts[i];
            assertThat((double) counts[i]).isCloseTo(unit * (1 + i % 3), Offset.offset(1.0)); // no half slots
        }
        for (int w = 0; w < 3; w++) {
            double due = unit * (1 + w) * (n / 3.0);
            assertThat(byWeight[w] / due).isBetween(0.99, 1.01);
        }
    }

    @Test
    void aMillionKeys_followTheSlots() {
        Candidates all = Checksums.weighted(100);
        long[] counts = new long[100];
        Picker picker = maglev(Maglev.DEFAULT_SLOTS).picker(all);
        for (int i = 0; i < 1_000_000; i++) {
            counts[picker.pick(KeyHash.of("u" + i, 2), null)]++;
        }
        ChiSquare.assertFollows(counts, slots(Maglev.DEFAULT_SLOTS, all), 1e-8);
    }

    @ParameterizedTest
    @ValueSource(ints = {10, 100, 1_000})
    void providerGone_movesItsKeysAndFewOthers_andBackAgainRestoresThem(int n) {
        NamedCandidates all = NamedCandidates.equal(n);
        NamedCandidates fewer = all.without(n / 3);
        Members members = Members.of(all, true);
        Members left = Members.of(fewer, true);
        Maglev maglev = maglev(Maglev.DEFAULT_SLOTS);
        HashTable before = maglev.tableOf(members);
        HashTable after = maglev.tableOf(left);
        HashTable again = maglev.tableOf(members);
        int moved = 0;
        int notRestored = 0;
        for (int slot = 0; slot < before.slots(); slot++) {
            moved += members.name(before.owner(slot)).equals(left.name(after.owner(slot))) ? 0 : 1;
            notRestored += again.owner(slot) == before.owner(slot) ? 0 : 1;
        }
        assertThat(notRestored).isZero();
        double surplus = moved / 65_537.0 - 1.0 / n;
        System.out.printf("maglev, n = %d: %.3f points more than 1/n moved%n", n, 100 * surplus);
        assertThat(surplus).isBetween(0.0, 0.007);
    }

    @ParameterizedTest
    @ValueSource(ints = {10, 100, 1_000})
    void providerMissingInTheListOfACall_movesItsKeysAndNoOther_evenlyOverTheRest(int n) {
        NamedCandidates all = NamedCandidates.equal(n);
        int gone = n / 3;
        Picker picker = maglev(Maglev.DEFAULT_SLOTS).picker(all);
        SplittableRandom keys = new SplittableRandom(n);
        long[] heirs = new long[n];
        int moved = 0;
        int movedOthers = 0;
        while (moved < 6 * n) {
            long key = keys.nextLong();
            int was = picker.pick(key, null);
            int is = picker.pick(key, index -> index != gone);
            if (was == gone) {
                heirs[is]++;
                moved++;
            } else if (is != was) {
                movedOthers++;
            }
        }
        assertThat(movedOthers).isZero();
        long[] shares = new long[n];
        Arrays.fill(shares, 1);
        shares[gone] = 0;
        ChiSquare.assertFollows(heirs, shares, 1e-8);
    }

    @Test
    void oneLeftOfAThousand_getsEveryKey() {
        Picker picker = maglev(Maglev.DEFAULT_SLOTS).picker(NamedCandidates.equal(1_000));
        SplittableRandom keys = new SplittableRandom(4);
        for (int i = 0; i < 1_000; i++) {
            int left = i;
            assertThat(picker.pick(keys.nextLong(), index -> index == left)).isEqualTo(left);
        }
    }

    @Test
    void onlyDwarfsLeft_shareByWeight() {
        // A weight of 1 in 10^6 has one slot of 65,537, if that: after 16 * 4 tries the members are looked at
        // themselves.
        NamedCandidates some = NamedCandidates.none()
                .with("giant:1", 1_000_000)
                .with("a:1", 1)
                .with("b:1", 3)
                .with("drained:1", 0);
        Picker picker = maglev(Maglev.DEFAULT_SLOTS).picker(some);
        long[] counts = new long[4];
        for (int i = 0; i < 40_000; i++) {
            counts[picker.pick(KeyHash.of("u" + i, 2), index -> index > 0)]++;
        }
        ChiSquare.assertFollows(counts, new long[] {0, 1, 3, 0}, 1e-8);
    }

    @Test
    void anyWeightAboveZero_ownsASlot_whileThereAreEnough() {
        NamedCandidates some = NamedCandidates.none().with("giant:1", Integer.MAX_VALUE);
        for (int i = 0; i < 100; i++) {
            some = some.with("10.3.0." + i + ":20880", 1);
        }
        long[] counts = slots(1_009, some);
        assertThat(counts[0]).isEqualTo(909);
        assertThat(Arrays.stream(counts).skip(1)).containsOnly(1L);
    }

    @Test
    void moreProvidersThanSlots_stillGivesMembers() {
        Picker picker = maglev(7).picker(NamedCandidates.equal(20));
        BitSet picked = new BitSet();
        for (int i = 0; i < 1_000; i++) {
            picked.set(picker.pick(i, null));
        }
        assertThat(picked.cardinality()).isEqualTo(7);
        BitSet others = new BitSet();
        for (int i = 0; i < 10_000; i++) {
            others.set(picker.pick(i, index -> !picked.get(index)));
        }
        assertThat(others.cardinality()).isEqualTo(13);
    }

    @Test
    void twoProvidersOnOneAddress_eachHaveAShare() {
        NamedCandidates some =
                NamedCandidates.equal(8).with("10.1.0.0:20880", 100).with("10.1.0.0:20880", 100);
        assertThat(slots(Maglev.DEFAULT_SLOTS, some)).containsOnly(6_553L, 6_554L);
    }

    @ParameterizedTest
    @CsvSource({"65537, 650, 651", "655373, 6500, 6501", "1009, 10, 11"})
    void tooManyProvidersForTheTable_isToldOnce_andNamesALargerOne(int slots, int enough, int tooMany) {
        Maglev maglev = maglev(slots);
        maglev.picker(NamedCandidates.equal(enough));
        assertThat(warnings).isEmpty();
        maglev.picker(NamedCandidates.equal(tooMany));
        maglev.picker(NamedCandidates.equal(tooMany + 1));
        assertThat(warnings)
                .containsExactly("maglev.table: " + slots + " (expected: a prime above 100 times the " + tooMany
                        + " providers, such as 655373, the same at every consumer)");
    }

    @Test
    void mapping_isTheSameInEveryJvm() {
        assertThat(new long[] {
                    Checksums.of(maglev(65_537).picker(NamedCandidates.equal(100))),
                    Checksums.of(maglev(65_537).picker(Checksums.weighted(100))),
                    Checksums.of(maglev(1_009).picker(NamedCandidates.equal(2_000)))
                })
                .containsExactly(9177346702049955690L, -896004564729350516L, -8196499093393682019L);
    }
}
