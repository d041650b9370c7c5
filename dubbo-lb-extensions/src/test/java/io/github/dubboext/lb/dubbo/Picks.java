package io.github.dubboext.lb.dubbo;

import static io.github.dubboext.lb.dubbo.Invokers.asDubboDoes;
import static io.github.dubboext.lb.dubbo.Invokers.call;
import static io.github.dubboext.lb.dubbo.Invokers.consumer;

import io.github.dubboext.lb.pick.ChiSquare;
import java.util.List;
import org.apache.dubbo.rpc.Invoker;

/** Who gets how many of the calls. */
final class Picks {
    private static final double ALPHA = 1e-8;

    private Picks() {}

    static long[] count(Engine<?> engine, List<Invoker<Object>> list, int picks) {
        long[] counts = new long[list.size()];
        for (int i = 0; i < picks; i++) {
            List<Invoker<Object>> handed = asDubboDoes(list);
            counts[list.indexOf(engine.select(handed, handed.size(), consumer(), call("getOrder")))]++;
        }
        return counts;
    }

    static void assertFollow(Engine<?> engine, List<Invoker<Object>> list, long... weights) {
        ChiSquare.assertFollows(count(engine, list, 20_000), weights, ALPHA);
    }
}
