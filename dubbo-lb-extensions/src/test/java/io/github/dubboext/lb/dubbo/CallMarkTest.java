package io.github.dubboext.lb.dubbo;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dubboext.lb.env.Env;
import io.github.dubboext.lb.env.ScriptedEnv;
import io.github.dubboext.lb.pick.LeastRequest;
import io.github.dubboext.lb.pick.Strategy;
import io.github.dubboext.lb.pick.WeightedRandom;
import io.github.dubboext.lb.stats.Call;
import io.github.dubboext.lb.stats.Outcome;
import io.github.dubboext.lb.stats.ProviderStats;
import java.util.ArrayList;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import org.apache.dubbo.rpc.Invoker;
import org.apache.dubbo.rpc.RpcInvocation;
import org.junit.jupiter.api.Test;

/** What the engine leaves in an invocation for the counting filter, keeps of it, and does for a retry. */
class CallMarkTest {
    private static final long SECOND = 1_000_000_000L;

    private final ScriptedEnv env = new ScriptedEnv(3);
    private final Engine<?> engine = engine(e -> new LeastRequest(4, e));

    private Engine<?> engine(Function<Env, Strategy> strategy) {
        return new Engine<>(StrategyType.of(strategy), env);
    }

    private static Invoker<Object> select(Engine<?> engine, List<Invoker<Object>> list, RpcInvocation invocation) {
        List<Invoker<Object>> handed = Invokers.asDubboDoes(list);
        return engine.select(handed, handed.size(), Invokers.consumer(), invocation);
    }

    private ProviderStats stats(List<Invoker<Object>> list, int index, String method) {
        RpcInvocation invocation = Invokers.call(method);
        select(engine, list, invocation);
        return CallCount.of(invocation).stats.get(list.get(index).getUrl().getAddress());
    }

    @Test
    void strategyThatDoesNotLookAtCalls_leavesNothing() {
        RpcInvocation invocation = Invokers.call("getOrder");
        select(engine(WeightedRandom::new), Invokers.stubs(0, 3, ""), invocation);
        assertThat(CallCount.of(invocation)).isNull();
    }

    @Test
    void mark_isTheSameForEveryAttempt_andAnotherForEachMethod() {
        List<Invoker<Object>> three = Invokers.stubs(0, 3, "");
        RpcInvocation invocation = Invokers.call("getOrder");
        select(engine, three, invocation);
        CallCount mark = CallCount.of(invocation);
        select(engine, three, invocation);
        assertThat(CallCount.of(invocation)).isSameAs(mark);
        RpcInvocation other = Invokers.call("cancelOrder");
        select(engine, three, other);
        assertThat(CallCount.of(other).stats).isNotSameAs(mark.stats);
    }

    @Test
    void mark_carriesTimeoutAndTheKeyOfTheMethod() {
        List<Invoker<Object>> two =
                Invokers.stubs(0, 2, "timeout=3000&getOrder.timeout=200&getOrder.failure.undeclared=false");
        RpcInvocation invocation = Invokers.call("getOrder");
        select(engine, two, invocation);
        assertThat(CallCount.of(invocation).timeoutNanos).isEqualTo(200_000_000L);
        assertThat(CallCount.of(invocation).undeclaredFails).isFalse();
        RpcInvocation other = Invokers.call("cancelOrder");
        select(engine, two, other);
        assertThat(CallCount.of(other).timeoutNanos).isEqualTo(3 * SECOND);
        assertThat(CallCount.of(other).undeclaredFails).isTrue();
    }

    @Test
    void whatWasLearned_survivesANewList() {
        List<Invoker<Object>> three = Invokers.stubs(0, 3, "");
        ProviderStats one = stats(three, 1, "getOrder");
        Call call = one.begin(env.nanoTime(), SECOND);
        List<Invoker<Object>> again = Invokers.stubs(0, 4, ""); // new invokers, one more
        assertThat(stats(again, 1, "getOrder")).isSameAs(one);
        call.end(Outcome.ANSWER, env.nanoTime());
        assertThat(one.inFlight()).isZero();
    }

    @Test
    void providersAndMethodsLongGone_areForgotten() {
        List<Invoker<Object>> stay = Invokers.stubs(0, 2, "");
        for (int i = 0; i < 100; i++) { // until both have been picked
            stats(stay, 0, "getOrder");
        }
        engine.sweep();
        int start = engine.size();
        for (int i = 0; i < 100; i++) {
            stats(Invokers.stubs(100 * (i + 1), 100, ""), 0, "getOrder");
            stats(Invokers.stubs(100 * (i + 1), 100, ""), 0, "madeUp" + i);
            env.passMillis(10_000);
            engine.sweep();
        }
        for (int i = 0; i < 80; i++) { // methods are kept for 10 minutes
            stats(stay, 0, "getOrder");
            env.passMillis(10_000);
            engine.sweep();
        }
        assertThat(engine.size()).isEqualTo(start);
    }

    @Test
    void retry_prefersAProviderThatWasNotTried() {
        List<Invoker<Object>> three = Invokers.stubs(0, 3, "");
        for (Engine<?> each : List.<Engine<?>>of(engine, engine(WeightedRandom::new))) {
            for (int i = 0; i < 100; i++) {
                RpcInvocation invocation = Invokers.call("getOrder");
                Invoker<Object> first = select(each, three, invocation);
                invocation.addInvokedInvoker(first);
                Invoker<Object> second = select(each, three, invocation);
                invocation.addInvokedInvoker(second);
                Invoker<Object> third = select(each, three, invocation);
                assertThat(List.of(first, second, third)).containsExactlyInAnyOrderElementsOf(three);
                invocation.addInvokedInvoker(third);
                assertThat(three).contains(select(each, three, invocation)); // all tried: any
            }
        }
    }

    @Test
    void retry_whileAnotherBranchOfTheCallNotesWhatItTried_isNotDisturbed() {
        List<Invoker<?>> tried = new ArrayList<>() {
            @Override
            public Iterator<Invoker<?>> iterator() {
                throw new ConcurrentModificationException(); // as if something were always added just then
            }
        };
        RpcInvocation invocation =
                new RpcInvocation(null, "getOrder", Invokers.SERVICE, "", new Class<?>[0], new Object[0]) {
                    @Override
                    public List<Invoker<?>> getInvokedInvokers() {
                        return tried;
                    }
                };
        List<Invoker<Object>> two = Invokers.stubs(0, 2, "");
        tried.add(two.get(0));
        assertThat(select(engine, two, invocation)).isSameAs(two.get(1));
    }
}
