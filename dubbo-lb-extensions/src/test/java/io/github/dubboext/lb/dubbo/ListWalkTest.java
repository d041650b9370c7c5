package io.github.dubboext.lb.dubbo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.apache.dubbo.rpc.Invoker;
import org.apache.dubbo.rpc.cluster.router.state.BitList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ListWalkTest {
    private final List<Invoker<Object>> origin = Invokers.stubs(0, 70, "");
    private final Invoker<?>[] invokers = origin.toArray(new Invoker<?>[0]);

    static Stream<List<Invoker<Object>>> listsOfAnyKind() {
        List<Invoker<Object>> five = Invokers.stubs(0, 5, "");
        return Stream.of(
                five,
                new CopyOnWriteArrayList<>(five),
                Collections.unmodifiableList(five),
                Collections.synchronizedList(five),
                List.copyOf(five),
                five.subList(0, 5),
                Arrays.asList(five.get(0), five.get(1)),
                List.of(five.get(0), five.get(1)),
                new BitList<>(five),
                Invokers.asDubboDoes(five),
                new SilentList(five));
    }

    @ParameterizedTest
    @MethodSource("listsOfAnyKind")
    void origin_ofAWholeListOfAnyKind_isItsElements(List<Invoker<Object>> list) {
        Invoker<?>[] elements = list.toArray(new Invoker<?>[0]);
        assertThat(ListWalk.origin(list, list.size())).containsExactly(elements);
        assertThat(ListWalk.originIs(list, elements)).isEqualTo(!(list instanceof SilentList));
    }

    @Test
    void origin_ofARoutedList_isAllProviders() {
        assertThat(ListWalk.origin(routed(3, 69), 2)).containsExactly(invokers);
        assertThat(ListWalk.origin(routed(), 0)).containsExactly(invokers);
    }

    @Test
    void originIs_ofARoutedList_isTrueForAllProvidersOnly() {
        assertThat(ListWalk.originIs(routed(3, 69), invokers)).isTrue();
        assertThat(ListWalk.originIs(routed(3, 69), Arrays.copyOf(invokers, 69)))
                .isFalse();
        assertThat(ListWalk.originIs(routed(3, 69), with(invokers, 70, Invokers.stub(99, ""))))
                .isFalse();
        assertThat(ListWalk.originIs(routed(3, 69), with(invokers, 69, Invokers.stub(69, ""))))
                .isFalse(); // equal, not same
        assertThat(ListWalk.originIs(routed(3, 69), with(invokers, 0, invokers[1])))
                .isFalse();
    }

    @Test
    void originIs_withAnElementInTheTail_isFalse() {
        // As many elements as the origin, one of them another: size alone would not tell.
        BitList<Invoker<Object>> list = new BitList<>(origin);
        list.remove(origin.get(5));
        list.addToTailList(Invokers.stub(99, ""));
        assertThat(list).hasSize(70);
        assertThat(ListWalk.originIs(Collections.unmodifiableList(list), invokers))
                .isFalse();
        assertThat(ListWalk.origin(list, 70)).hasSize(71);
    }

    @Test
    void containsAt_isTheBit() {
        for (int i = 0; i < 70; i++) {
            assertThat(ListWalk.containsAt(routed(0, 3, 64, 69), i, invokers[i]))
                    .isEqualTo(i == 0 || i == 3 || i == 64 || i == 69);
        }
    }

    @Test
    void containsAt_anotherInvokerAtThePlace_isFalse() {
        assertThat(ListWalk.containsAt(routed(0, 3), 3, Invokers.stub(3, ""))).isFalse();
        assertThat(ListWalk.containsAt(new ArrayList<>(origin), 70, invokers[0]))
                .isFalse();
    }

    @Test
    void containsAt_withAnElementInTheTail_isStillTheBit() {
        BitList<Invoker<Object>> list = new BitList<>(origin);
        list.remove(origin.get(5));
        list.addToTailList(origin.get(6));
        assertThat(ListWalk.containsAt(list, 5, invokers[5])).isFalse();
        assertThat(ListWalk.containsAt(list, 6, invokers[6])).isTrue();
    }

    @Test
    void beginsWith_looksUpToThePlaceAndAtItsBit() {
        assertThat(ListWalk.beginsWith(routed(3, 69), invokers, 3)).isTrue();
        assertThat(ListWalk.beginsWith(routed(3, 69), invokers, 4)).isFalse();
        assertThat(ListWalk.beginsWith(routed(3, 69), with(invokers, 4, Invokers.stub(4, "")), 3))
                .isTrue();
        assertThat(ListWalk.beginsWith(routed(3, 69), with(invokers, 2, Invokers.stub(2, "")), 3))
                .isFalse();
        assertThat(ListWalk.beginsWith(new ArrayList<>(origin), with(invokers, 70, invokers[0]), 70))
                .isFalse();
    }

    @Test
    void beginsWith_withAnElementInTheTail_isStillTheBit() {
        BitList<Invoker<Object>> list = new BitList<>(origin);
        list.remove(origin.get(69));
        list.addToTailList(origin.get(6));
        assertThat(ListWalk.beginsWith(list, invokers, 69)).isFalse();
        assertThat(ListWalk.beginsWith(list, invokers, 68)).isTrue();
    }

    private List<Invoker<Object>> routed(int... members) {
        BitSet bits = new BitSet();
        Arrays.stream(members).forEach(bits::set);
        return Invokers.routed(origin, bits);
    }

    private static Invoker<?>[] with(Invoker<?>[] invokers, int index, Invoker<?> other) {
        Invoker<?>[] changed = Arrays.copyOf(invokers, Math.max(invokers.length, index + 1));
        changed[index] = other;
        return changed;
    }

    /** A list whose contains answers without asking the probe. */
    private static final class SilentList extends ArrayList<Invoker<Object>> {
        private static final long serialVersionUID = 1;

        SilentList(List<Invoker<Object>> elements) {
            super(elements);
        }

        @Override
        public boolean contains(Object element) {
            return false;
        }
    }
}
