package io.github.dubboext.limit.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunningCallsTest {

    private final List<Long> found = new ArrayList<>();

    @Test
    void findOlder_callsOfAllAges_tellsEachOldOneOnce() {
        RunningCalls calls = new RunningCalls(4);
        int old = calls.enter(-5);
        int zero = calls.enter(0);
        int young = calls.enter(10);

        calls.findOlder(10, found::add);
        calls.findOlder(10, found::add);
        assertThat(found).containsExactlyInAnyOrder(-5L, 1L);

        calls.leave(zero);
        calls.leave(old);
        calls.findOlder(11, found::add);
        assertThat(found).containsExactlyInAnyOrder(-5L, 1L, 10L);
        calls.leave(young);
        calls.findOlder(1_000, found::add);
        assertThat(found).hasSize(3);
    }

    @Test
    void enter_allPlacesTaken_isNotListedAndDisturbsNobody() {
        RunningCalls calls = new RunningCalls(0);
        List<Integer> places = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            places.add(calls.enter(i + 1));
        }

        places.subList(8, 12).forEach(calls::leave);
        calls.findOlder(100, found::add);

        assertThat(found).containsExactlyInAnyOrder(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L);
    }
}
