package io.github.dubboext.lb.dubbo;

import io.github.dubboext.lb.pick.Live;
import java.util.List;

/**
 * The part of a generation that is in a list whose origin is that generation. A first few questions are answered by walking
 * to the bit (about 1 ns a position): enough for a random pick when most providers are there. Then the list is gone through
 * once, at about 5 ns an element.
 */
final class RoutedLive extends CallLive {
    private static final int WALKS = 3;

    private final List<?> list;
    private final Generation<?> generation;
    private int walks;
    private Live members;

    RoutedLive(List<?> list, Generation<?> generation) {
        this.list = list;
        this.generation = generation;
    }

    @Override
    boolean has(int index) {
        if (members == null) {
            if (walks++ < WALKS) {
                return ListWalk.containsAt(list, index, generation.invokers[index]);
            }
            members = generation.membersIn(list);
        }
        return members.contains(index);
    }
}
