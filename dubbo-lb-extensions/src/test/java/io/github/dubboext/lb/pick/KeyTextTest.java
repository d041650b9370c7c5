package io.github.dubboext.lb.pick;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class KeyTextTest {
    enum Colour {
        RED {
            @Override
            public String toString() {
                return "rot";
            }
        }
    }

    @SuppressWarnings("unused") // read by reflection
    static class Base {
        private final String id;
        static final int NOT_SENT = 1;

        Base(String id) {
            this.id = id;
        }
    }

    /** No toString, as messages often are. */
    @SuppressWarnings("unused") // read by reflection
    static final class Order extends Base {
        private final int[] quantities;
        private final Object note;
        private transient int cached = System.identityHashCode(this);

        Order(String id, Object note, int... quantities) {
            super(id);
            this.quantities = quantities;
            this.note = note;
        }

        int cached() {
            return cached + NOT_SENT;
        }
    }

    @SuppressWarnings("unused") // read by reflection
    static final class Node {
        private Node next;
        private final List<Node> nodes = new ArrayList<>();
    }

    private static String plain(Object value) {
        return text(value, false).text().toString();
    }

    private static String typed(Object value) {
        return text(value, true).text().toString();
    }

    private static KeyText text(Object value, boolean typed) {
        KeyText text = new KeyText(typed);
        text.append(value);
        return text;
    }

    static Stream<Object> whatDubboHashesByContent() {
        return Stream.of(
                "u1",
                "",
                'c',
                7,
                7L,
                (short) 7,
                (byte) 7,
                1.5,
                1.5f,
                true,
                Colour.RED,
                new BigDecimal("1.50"),
                new UUID(1, 2),
                List.of("a", "b"),
                Arrays.asList("", null, "b"),
                List.of(),
                List.of(List.of(1, 2), List.of()),
                Map.of("k", "v"),
                Map.of(),
                Collections.singleton(3L),
                new ArrayList<>(List.of(1.0, 2.0)));
    }

    @ParameterizedTest
    @MethodSource("whatDubboHashesByContent")
    void plain_whereToStringGoesByContent_isToString(Object value) {
        assertThat(plain(value)).isEqualTo(String.valueOf(value));
    }

    @Test
    void plain_ofNull_isNull() {
        assertThat(plain(null)).isEqualTo("null");
    }

    @Test
    void arrays_goByContent() {
        assertThat(plain(new String[] {"u1", null})).isEqualTo("[u1, null]");
        assertThat(plain(new int[] {1, 2, 3})).isEqualTo("[1, 2, 3]");
        assertThat(plain(new Object[][] {{1, "a"}, {}})).isEqualTo("[[1, a], []]");
        assertThat(plain(new byte[] {'u', '1'})).isEqualTo("u1");
        assertThat(typed(new String[] {"u1", null})).isEqualTo("[t2:u1, n4:null]");
        assertThat(typed(List.of("a", "b"))).isEqualTo(typed(new String[] {"a", "b"}));
    }

    @Test
    void setsAndMaps_ofEqualContent_areEqualWhateverTheirOrder() {
        Map<String, Object> one = new LinkedHashMap<>();
        one.put("b", new int[] {2});
        one.put("a", 1);
        Map<String, Object> other = new HashMap<>();
        other.put("a", 1);
        other.put("b", new int[] {2});
        assertThat(plain(one)).isEqualTo("{a=1, b=[2]}").isEqualTo(plain(other));
        assertThat(typed(one)).isEqualTo("{t1:a=w1:1, t1:b=[w1:2]}").isEqualTo(typed(other));
        assertThat(plain(new LinkedHashSet<>(List.of("z", "a"))))
                .isEqualTo("[a, z]")
                .isEqualTo(plain(new HashSet<>(List.of("a", "z"))));
    }

    @Test
    void objectWithoutToString_goesByItsFields_baseClassFirst_withoutStaticAndTransientOnes() {
        String name = Order.class.getName();
        Order order = new Order("o-1", List.of("x"), 1, 2);
        assertThat(order.cached()).isNotZero();
        assertThat(plain(order)).isEqualTo(name + "{id=o-1, note=[x], quantities=[1, 2]}");
        assertThat(typed(order))
                .isEqualTo(name + "{id=t3:o-1, note=[t1:x], quantities=[w1:1, w1:2]}")
                .isEqualTo(typed(new Order("o-1", List.of("x"), 1, 2)))
                .isNotEqualTo(typed(new Order("o-2", List.of("x"), 1, 2)));
    }

    @Test
    void typed_tellsApart_whatPlainDoesNot() {
        assertThat(typed(null)).isNotEqualTo(typed("null"));
        assertThat(typed(1)).isNotEqualTo(typed("1"));
        assertThat(typed(List.of("a, b"))).isNotEqualTo(typed(List.of("a", "b")));
        assertThat(typed(Map.of("a", "b=c"))).isNotEqualTo(typed(Map.of("a=b", "c")));
        assertThat(typed(List.of("t1:a"))).isNotEqualTo(typed(List.of("a")));
    }

    @Test
    void typed_doesNotTellApart_whatAGenericCallerMayUse() {
        assertThat(typed(7)).isEqualTo(typed(7L)).isEqualTo(typed((short) 7)).isEqualTo(typed((byte) 7));
        assertThat(typed(1.5f)).isEqualTo(typed(1.5));
        assertThat(typed('c')).isEqualTo(typed("c"));
        assertThat(typed(Colour.RED)).isEqualTo(typed("RED"));
    }

    @Test
    void objectWithNothingToRead_isNoKey_andNamed() {
        Supplier<String> lambda = () -> plain("");
        for (Object value : new Object[] {new Object(), lambda}) {

            assertThat(text(value, true).isKey()).isFalse();
            assertThat(text(value, true).unreadable()).isEqualTo(value.getClass());
        }
    }

    @Test
    void objectWithNothingToRead_besideOthers_countsByItsClass() {
        Order order = new Order("o-1", new Object());
        assertThat(text(order, true).isKey()).isTrue();
        assertThat(text(order, true).unreadable()).isEqualTo(Object.class);
        assertThat(typed(order)).isEqualTo(typed(new Order("o-1", new Object())));
    }

    @Test
    void whatContainsItself_isNoKey_andReturns() {
        Node node = new Node();
        node.next = node;
        // Two ways round at each of 32 levels: 2^32 steps, if the first that goes too deep did not end it.
        node.nodes.add(node);
        node.nodes.add(node);
        assertThat(text(node, true).isKey()).isFalse();
        List<Object> list = new ArrayList<>();
        list.add(list);
        assertThat(text(list, false).isKey()).isFalse();
    }

    @Test
    void graphWithMorePathsThanObjects_isNoKey_andReturns() {
        Node node = new Node();
        for (int i = 0; i < 10; i++) { // 2 levels each, 2^10 paths and more
            Node before = node;
            node = new Node();
            node.nodes.add(before);
            node.nodes.add(before);
        }
        assertThat(text(node, true).isKey()).isFalse();
    }
}
