package io.github.dubboext.lb.dubbo;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dubboext.lb.pick.KeyHash;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.dubbo.rpc.RpcInvocation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HashKeyTest {

    /** Neither toString nor equals, as messages often are. */
    @SuppressWarnings("unused") // read by reflection
    static final class User {
        private final String id;

        User(String id) {
            this.id = id;
        }
    }

    static final class Silent {}

    static final class Throwing {
        @Override
        public String toString() {
            throw new IllegalStateException("not now");
        }
    }

    private static HashKey ring(String parameters) {
        return new HashKey(HashSettings.ofRing(parameters(parameters)));
    }

    private static HashKey maglev(String parameters) {
        return new HashKey(HashSettings.ofMaglev(parameters(parameters)));
    }

    private static Parameters parameters(String parameters) {
        return Parameters.ofMethod(Invokers.url(0, parameters), "getOrder", new Warnings(), new HashMap<>());
    }

    private static RpcInvocation call(Object... arguments) {
        return call("getOrder", arguments);
    }

    private static RpcInvocation call(String method, Object[] arguments) {
        return new RpcInvocation(null, method, Invokers.SERVICE, "", new Class<?>[0], arguments);
    }

    private static RpcInvocation generic(String name, String method, Object... arguments) {
        return call(name, new Object[] {method, new String[arguments.length], arguments});
    }

    @Test
    void ringsArguments_areDubbosConcatenation() {
        // As ConsistentHashLoadBalance makes its key; ambiguous, but where its keys are.
        assertThat(ring("").applyAsLong(call("u1", 2))).isEqualTo(KeyHash.md5("u1"));
        assertThat(ring("hash.arguments=1").applyAsLong(call("u1", 2L))).isEqualTo(KeyHash.md5("2"));
        assertThat(ring("hash.arguments=1,0,7").applyAsLong(call("u1", 2))).isEqualTo(KeyHash.md5("2u1"));
        assertThat(ring("hash.arguments=0,0").applyAsLong(call("u1", 2))).isEqualTo(KeyHash.md5("u1u1"));
        assertThat(ring("").applyAsLong(call((Object) null))).isEqualTo(KeyHash.md5("null"));
        assertThat(ring("").applyAsLong(call(""))).isEqualTo(KeyHash.md5(""));
        assertThat(ring("").applyAsLong(call(List.of("a", 1, 2.5)))).isEqualTo(KeyHash.md5("[a, 1, 2.5]"));
        assertThat(ring("hash.arguments=0,1").applyAsLong(call("u1", "1x")))
                .isEqualTo(ring("hash.arguments=0,1").applyAsLong(call("u11", "x")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "hash.key=method+arguments"})
    void whatDubboScatters_goesByContent(String parameters) {
        for (HashKey key : new HashKey[] {ring(parameters), maglev(parameters)}) {
            assertThat(key.applyAsLong(call((Object) new String[] {"u1"})))
                    .isEqualTo(key.applyAsLong(call((Object) new String[] {"u1"})))
                    .isNotEqualTo(key.applyAsLong(call((Object) new String[] {"u2"})));
            assertThat(key.applyAsLong(call((Object) new int[] {1, 2, 3})))
                    .isEqualTo(key.applyAsLong(call((Object) new int[] {1, 2, 3})))
                    .isNotEqualTo(key.applyAsLong(call((Object) new int[] {1, 2})));
            assertThat(key.applyAsLong(call(new User("u1"))))
                    .isEqualTo(key.applyAsLong(call(new User("u1"))))
                    .isNotEqualTo(key.applyAsLong(call(new User("u2"))));
            assertThat(key.applyAsLong(call(Map.of("user", List.of(new User("u1"))))))
                    .isEqualTo(key.applyAsLong(call(Map.of("user", Arrays.asList(new User("u1"))))))
                    .isNotEqualTo(key.applyAsLong(call(Map.of("user", List.of(new User("u2"))))));
        }
    }

    @Test
    void everywhereElse_partsAreSeparatedAndTyped() {
        for (HashKey key :
                new HashKey[] {maglev("hash.arguments=0,1"), ring("hash.arguments=0,1&hash.key=method+arguments")}) {
            assertThat(key.applyAsLong(call("u1", "1x"))).isNotEqualTo(key.applyAsLong(call("u11", "x")));
            assertThat(key.applyAsLong(call(null, "x"))).isNotEqualTo(key.applyAsLong(call("null", "x")));
            assertThat(key.applyAsLong(call(1, "x"))).isNotEqualTo(key.applyAsLong(call("1", "x")));
            assertThat(key.applyAsLong(call("a", "b"))).isNotEqualTo(key.applyAsLong(call("b", "a")));
            assertThat(key.applyAsLong(call("a", ""))).isNotEqualTo(key.applyAsLong(call("", "a")));
            assertThat(key.applyAsLong(call(new Object[] {"a"}))).isNotEqualTo(key.applyAsLong(call("a", null)));
        }
    }

    @Test
    void methodName_isPartOfTheKeyOnlyIfConfigured() {
        RpcInvocation one = call("getOrder", new Object[] {"u1"});
        RpcInvocation other = call("cancelOrder", new Object[] {"u1"});
        assertThat(maglev("").applyAsLong(one)).isEqualTo(maglev("").applyAsLong(other));
        HashKey both = maglev("hash.key=method+arguments");
        assertThat(both.applyAsLong(one)).isNotEqualTo(both.applyAsLong(other));
        HashKey ring = ring("hash.key=method+arguments");
        assertThat(ring.applyAsLong(one)).isNotEqualTo(ring.applyAsLong(other));
    }

    @ParameterizedTest
    @ValueSource(strings = {"$invoke", "$invokeAsync"})
    void genericCall_hasTheKeyOfTheDirectOne(String name) {
        // dubbo-issues C5.
        for (HashKey key : new HashKey[] {
            ring("hash.arguments=0,1"),
            maglev("hash.arguments=0,1"),
            maglev("hash.arguments=1&hash.key=method+arguments")
        }) {
            for (int i = 0; i < 1_000; i++) {
                assertThat(key.applyAsLong(generic(name, "getOrder", "k" + i, i)))
                        .isEqualTo(key.applyAsLong(call("k" + i, i)));
            }
        }
        // A long parameter that the generic caller gives as an int.
        assertThat(maglev("").applyAsLong(generic(name, "getOrder", 7)))
                .isEqualTo(maglev("").applyAsLong(call(7L)));
    }

    @Test
    void attachment_isTheKey() {
        HashKey key = maglev("hash.key=attachment:user");
        RpcInvocation one = call("x");
        one.setAttachment("user", "u1");
        RpcInvocation other = call("y");
        other.setAttachment("user", "u1");
        assertThat(key.applyAsLong(one)).isEqualTo(key.applyAsLong(other)).isNotEqualTo(KeyHash.ABSENT);
        other.setAttachment("user", "u2");
        assertThat(key.applyAsLong(one)).isNotEqualTo(key.applyAsLong(other));
        other.setObjectAttachment("user", new int[] {1});
        one.setObjectAttachment("user", new int[] {1});
        assertThat(key.applyAsLong(one)).isEqualTo(key.applyAsLong(other)).isNotEqualTo(KeyHash.ABSENT);
    }

    private static void assertNoKey(String parameters, RpcInvocation invocation, String warning) {
        for (boolean ofRing : new boolean[] {true, false}) {
            try (Warned warned = new Warned()) {
                HashKey key = ofRing ? ring(parameters) : maglev(parameters);
                for (int i = 0; i < 100; i++) {
                    assertThat(key.applyAsLong(invocation)).isEqualTo(KeyHash.ABSENT);
                }
                assertThat(warned.messages())
                        .containsExactly(
                                warning.replace(")", "; calls without a key go to a provider at random, by weight)")
                                        + " for " + Invokers.SERVICE + ".getOrder");
            }
        }
    }

    @Test
    void noKey_isAbsent_andToldOnce() {
        String none = "hash.arguments: 0 (expected: the index of an argument, of which there are 0)";
        assertNoKey("", call(), none);
        assertNoKey("", call("getOrder", null), none);
        assertNoKey("", generic("$invoke", "getOrder"), none);
        assertNoKey("", call("$invoke", new Object[] {"getOrder", null, null}), none);
        assertNoKey("hash.key=method+arguments", call(), none);
        assertNoKey(
                "hash.arguments=1,2",
                call("u1"),
                "hash.arguments: 1,2 (expected: the index of an argument, of which there are 1)");
        String missing = "hash.key: attachment:user (expected: an attachment of that name)";
        assertNoKey("hash.key=attachment:user", call("u1"), missing);
        RpcInvocation empty = call("u1");
        empty.setAttachment("user", "");
        assertNoKey("hash.key=attachment:user", empty, missing);
    }

    @Test
    void argumentWithNothingToRead_isNoKey_andToldOnce() {
        assertNoKey(
                "",
                call(new Silent()),
                "hash.arguments: 0 (expected: values with a toString of their own or fields that can be read, unlike "
                        + Silent.class + ")");
    }

    @Test
    void argumentThatThrowsOrHasNoEnd_isNoKey_andToldOnce() {
        assertNoKey(
                "",
                call(new Throwing()),
                "hash.arguments: 0 (expected: values that can be read, unlike this"
                        + " one: java.lang.IllegalStateException: not now)");
        List<Object> endless = new ArrayList<>();
        endless.add(endless);
        assertNoKey(
                "",
                call(endless),
                "hash.arguments: 0 (expected: values that do not contain themselves, nor thousands of objects without a"
                        + " toString)");
    }

    @Test
    void oneOfTwoArgumentsWithNothingToRead_leavesTheOther() {
        try (Warned warned = new Warned()) {
            for (HashKey key : new HashKey[] {ring("hash.arguments=0,1"), maglev("hash.arguments=0,1")}) {
                assertThat(key.applyAsLong(call(new Silent(), "u1")))
                        .isEqualTo(key.applyAsLong(call(new Silent(), "u1")))
                        .isNotEqualTo(key.applyAsLong(call(new Silent(), "u2")))
                        .isNotEqualTo(KeyHash.ABSENT);
            }
            assertThat(warned.messages()).hasSize(2);
        }
    }

    @Test
    void noInvocation_isNoKey() {
        assertThat(ring("").applyAsLong(null)).isEqualTo(KeyHash.ABSENT);
    }
}
