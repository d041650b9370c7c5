package io.github.dubboext.limit.sockets;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.github.dubboext.limit.Refusals;
import io.github.dubboext.limit.testing.Logged;
import io.github.dubboext.limit.testing.Loopback;
import io.github.dubboext.limit.testing.ProbeFilter;
import io.github.dubboext.limit.testing.Statuses;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.dubbo.remoting.RemotingException;
import org.apache.dubbo.rpc.Invoker;
import org.apache.dubbo.rpc.Result;
import org.apache.dubbo.rpc.RpcContext;
import org.apache.dubbo.rpc.RpcException;
import org.apache.dubbo.rpc.RpcInvocation;
import org.apache.dubbo.rpc.protocol.dubbo.DubboProtocol;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class RefusalOnTheWireTest {

    private static final Loopback LOOPBACK = new Loopback();

    @AfterAll
    static void stop() {
        LOOPBACK.close();
    }

    static Stream<Arguments> ways() {
        return Stream.of("dubbo", "tri")
                .flatMap(protocol -> Stream.of("throw", "result")
                        .flatMap(refuse -> Stream.of("executes", "tps")
                                .flatMap(limit -> Stream.of(false, true)
                                        .map(async -> Arguments.of(protocol, refuse, limit, async)))));
    }

    @ParameterizedTest
    @MethodSource("ways")
    void refusal_anyWay_isFoundByTheCallerAndPlain(String protocol, String refuse, String limit, boolean async)
            throws Exception {
        TrialImpl impl = new TrialImpl();
        String group = protocol + refuse + limit + async;
        Map<String, String> provider =
                Map.of(limit, "1", "tps.interval", "60000", "limit.refuse", refuse, "group", group);
        String address = LOOPBACK.export(Trial.class, impl, provider, protocol).address(0);
        Trial trial = LOOPBACK.refer(Trial.class, address, Map.of("timeout", "20000", "retries", "2", "group", group));
        String first = limit.equals("tps") ? "return" : "hold";
        CompletableFuture<String> held =
                async ? trial.future(first) : RpcContext.getServiceContext().asyncCall(() -> trial.sync(first));
        if (limit.equals("tps")) {
            assertThat(held.get(20, TimeUnit.SECONDS)).isEqualTo("return");
        } else {
            assertThat(Statuses.eventually(() -> impl.inside.get() == 1)).isTrue();
        }
        int before = ProbeFilter.PROVIDER_CALLS.get();

        Throwable error = async ? asyncError(trial) : syncError(trial);
        int attempts = ProbeFilter.PROVIDER_CALLS.get() - before;
        impl.letGo();

        List<Throwable> causes = new ArrayList<>();
        for (Throwable cause = error; cause != null; cause = cause.getCause()) {
            causes.add(cause);
        }
        assertThat(Refusals.isRefused(error)).as(causes.toString()).isTrue();
        boolean codeSeven = causes.stream().anyMatch(cause -> isCodeSeven(cause));
        if (refuse.equals("result") || protocol.equals("tri")) {
            assertThat(codeSeven).as(causes.toString()).isTrue();
            assertThat(attempts).isEqualTo(1);
        } else {
            // dubbo flattens what is thrown to a text: code 1, and failover tries again.
            assertThat(codeSeven).isFalse();
            assertThat(attempts).isEqualTo(async ? 1 : 3);
        }
        String sent = causes.stream()
                .filter(cause -> cause instanceof RemotingException || isCodeSeven(cause))
                .map(Throwable::getMessage)
                .filter(text -> text.contains("Limit exceeded: "))
                .reduce((outer, inner) -> inner)
                .orElseThrow();
        assertThat(sent).doesNotContain("\tat ").doesNotContain("://");
        assertThat(sent.substring(sent.indexOf("Limit exceeded: "))
                        .lines()
                        .findFirst()
                        .orElseThrow())
                .hasSizeLessThanOrEqualTo(300);
        causes.stream()
                .filter(cause -> isCodeSeven(cause))
                .forEach(cause -> assertThat(cause.getStackTrace())
                        .noneMatch(frame -> frame.getClassName().startsWith("io.github.dubboext.limit.dubbo")));
    }

    private static boolean isCodeSeven(Throwable cause) {
        return cause instanceof RpcException rpc && rpc.isLimitExceed();
    }

    private static Throwable syncError(Trial trial) {
        try {
            return new AssertionError(trial.sync("x"));
        } catch (RpcException e) {
            return e;
        }
    }

    private static Throwable asyncError(Trial trial) throws Exception {
        try {
            return new AssertionError(trial.future("x").get(20, TimeUnit.SECONDS));
        } catch (ExecutionException e) {
            return e.getCause();
        }
    }

    @Test
    void overload_tenThousandRefusals_atMostALineASecondAndKey() throws Exception {
        for (String parameters : List.of("executes throw", "executes result", "tps result")) {
            try (Logged logged = new Logged()) {
                String[] words = parameters.split(" ", -1);
                String group = words[0] + words[1];
                TrialImpl impl = new TrialImpl();
                Loopback.Exported<Trial> exported = LOOPBACK.export(
                        Trial.class,
                        impl,
                        Map.of(words[0], "1", "tps.interval", "60000", "limit.refuse", words[1], "group", group),
                        "dubbo");
                Invoker<?> chain = DubboProtocol.getDubboProtocol(
                                exported.urls().get(0).getOrDefaultFrameworkModel())
                        .getExporterMap()
                        .entrySet()
                        .stream()
                        .filter(entry -> entry.getKey().startsWith(group + "/" + Trial.class.getName()))
                        .findFirst()
                        .orElseThrow()
                        .getValue()
                        .getInvoker();
                Result held = chain.invoke(call(chain, words[0].equals("tps") ? "return" : "hold"));
                long start = System.nanoTime();
                for (int i = 0; i < 10_000; i++) {
                    assertThat(refused(chain)).isTrue();
                }
                long seconds = (System.nanoTime() - start) / 1_000_000_000 + 2;

                assertThat(logged.texts("Limit exceeded: ")).hasSizeBetween(1, (int) seconds);
                assertThat(logged.all())
                        .filteredOn(event -> event.getLevel().isGreaterOrEqual(Level.ERROR))
                        .as(parameters)
                        .isEmpty();
                impl.letGo();
                assertThat(held).isNotNull();
            }
        }
    }

    private static RpcInvocation call(Invoker<?> chain, String mode) {
        RpcInvocation call = new RpcInvocation(
                null,
                "future",
                Trial.class.getName(),
                chain.getUrl().getProtocolServiceKey(),
                new Class<?>[] {String.class},
                new Object[] {mode});
        call.setInvoker(chain);
        return call;
    }

    private static boolean refused(Invoker<?> chain) {
        try {
            return Refusals.isRefused(chain.invoke(call(chain, "x")).getException());
        } catch (RpcException e) {
            return Refusals.isRefused(e);
        }
    }
}
