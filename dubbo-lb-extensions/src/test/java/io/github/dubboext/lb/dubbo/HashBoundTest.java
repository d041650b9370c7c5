package io.github.dubboext.lb.dubbo;

import static io.github.dubboext.lb.dubbo.Invokers.asDubboDoes;
import static io.github.dubboext.lb.dubbo.Invokers.consumer;
import static io.github.dubboext.lb.dubbo.Invokers.stubs;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.dubboext.lb.env.ScriptedEnv;
import io.github.dubboext.lb.stats.Call;
import io.github.dubboext.lb.stats.Outcome;
import io.github.dubboext.lb.stats.ProviderStats;
import java.util.ArrayDeque;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.dubbo.rpc.Invoker;
import org.apache.dubbo.rpc.RpcInvocation;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** {@code hash.bound} as it is configured, over the calls in flight that the counting filter counts. */
class HashBoundTest {
    private static final int PROVIDERS = 10;
    private static final int IN_FLIGHT = 100;
    private static final long SECOND_NANOS = 1_000_000_000L;

    private final ScriptedEnv env = new ScriptedEnv(5);
    private final SplittableRandom random = new SplittableRandom(5);

    @ParameterizedTest
    @EnumSource(HashStrategyType.class)
    void halfOfAllCallsUseOneKey_noPickBreaksTheBound(HashStrategyType type) {
        // Without the bound the hot key's provider would hold half of the calls and more.
        assertThat(mostOverTheBound(type, "")).isGreaterThan(IN_FLIGHT / 3);
        assertThat(mostOverTheBound(type, "hash.bound=1.25")).isNotPositive();
    }

    /**
     * Keeps 100 calls in flight; how far a pick exceeded what the bound of 1.25 leaves room for, at most: a provider may
     * take a call if it has fewer than ceil(1.25 * (calls in flight + 1) / 10).
     */
    private int mostOverTheBound(HashStrategyType type, String parameters) {
        Engine<HashSettings> engine = new Engine<>(type, env);
        List<Invoker<Object>> list = stubs(0, PROVIDERS, parameters);
        ArrayDeque<Call> calls = new ArrayDeque<>();
        int[] inFlight = new int[PROVIDERS];
        ArrayDeque<Integer> providers = new ArrayDeque<>();
        int most = Integer.MIN_VALUE;
        for (int i = 0; i < 20_000; i++) {
            if (calls.size() == IN_FLIGHT) {
                calls.remove().end(Outcome.ANSWER, env.nanoTime());
                inFlight[providers.remove()]--;
            }
            String key = random.nextBoolean() ? "hot" : "k" + random.nextInt(100_000);
            RpcInvocation call =
                    new RpcInvocation(null, "getOrder", Invokers.SERVICE, "", new Class<?>[0], new Object[] {key});
            int picked = list.indexOf(engine.select(asDubboDoes(list), PROVIDERS, consumer(), call));
            int room = (int) Math.ceil(1.25 * (calls.size() + 1) / PROVIDERS);
            most = Math.max(most, inFlight[picked] - (room - 1));
            inFlight[picked]++;
            providers.add(picked);
            calls.add(begin(call, list.get(picked)));
        }
        return most;
    }

    /** As the filter does; without a bound nobody counts, and any call will do. */
    private Call begin(RpcInvocation call, Invoker<Object> provider) {
        CallCount count = CallCount.of(call);
        ProviderStats stats = count == null
                ? new ProviderStats(1)
                : count.stats.get(provider.getUrl().getAddress());
        return stats.begin(env.nanoTime(), SECOND_NANOS);
    }
}
