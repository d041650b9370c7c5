package io.github.dubboext.lb.pick;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dubboext.lb.env.ScriptedEnv;
import org.junit.jupiter.api.Test;

class DealtCallsTest {

    @Test
    void routesThatTakeTurns_haveTheSharesOfTheirMembers() {
        // Three equal providers, each missing from every third call. Per route 200,000 calls, 100,000 for each of its
        // two;
        // with the golden ratio for both sequences up to 9,500 off.
        for (int missingFirst = 0; missingFirst < 3; missingFirst++) {
            for (long seed = 0; seed < 5; seed++) {
                Picker picker = new SmoothRoundRobin(new ScriptedEnv(seed)).picker(new FixedCandidates(100, 100, 100));
                int[][] counts = new int[3][3];
                for (int k = 0; k < 600_000; k++) {
                    int route = k % 3;
                    int missing = (route + missingFirst) % 3;
                    counts[route][picker.pick(0, index -> index != missing)]++;
                }
                for (int route = 0; route < 3; route++) {
                    for (int i = 0; i < 3; i++) {
                        int expected = i == (route + missingFirst) % 3 ? 0 : 100_000;
                        assertThat(Math.abs(counts[route][i] - expected)).isLessThanOrEqualTo(1_000);
                    }
                }
            }
        }
    }
}
