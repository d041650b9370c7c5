package io.github.dubboext.lb.dubbo;

import static io.github.dubboext.lb.dubbo.Invokers.call;
import static io.github.dubboext.lb.dubbo.Invokers.consumer;
import static io.github.dubboext.lb.dubbo.Invokers.stub;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.dubboext.lb.env.ScriptedEnv;
import io.github.dubboext.lb.pick.WeightedRandom;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.dubbo.rpc.Invoker;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class WeightZeroTest {

    @Test
    void whileATableIsBuilt_theDrainedProviderThatIsInBothLists_getsNothing() throws InterruptedException {
        ScriptedEnv env = new ScriptedEnv(42);
        CountDownLatch building = new CountDownLatch(1);
        CountDownLatch mayBuild = new CountDownLatch(1);
        Engine<Boolean> engine = new Engine<>(
                StrategyType.of(any -> candidates -> {
                    if (candidates.size() == 3) {
                        building.countDown();
                        try {
                            mayBuild.await();
                        } catch (InterruptedException e) {
                            throw new AssertionError(e);
                        }
                    }
                    return new WeightedRandom(any).picker(candidates);
                }),
                env);
        Invoker<Object> drained = stub(0, "weight=0");
        List<Invoker<Object>> before = List.of(drained, stub(1, "weight=100"));
        List<Invoker<Object>> after = List.of(drained, stub(2, "weight=100"), stub(3, "weight=100"));
        engine.select(before, 2, consumer(), call("getOrder"));
        Thread builder = new Thread(() -> engine.select(after, 3, consumer(), call("getOrder")));
        builder.start();
        building.await();
        AtomicReference<Invoker<Object>> picked = new AtomicReference<>();
        Thread other = new Thread(() -> picked.set(engine.select(after, 3, consumer(), call("getOrder"))));
        other.start();
        while (other.isAlive() && other.getState() != Thread.State.WAITING) {
            Thread.sleep(5); // until it has picked, or waits for the builder
        }
        mayBuild.countDown();
        other.join();
        builder.join();
        assertThat(picked.get()).isNotNull().isNotSameAs(drained);
    }
}
