package io.github.dubboext.lb.dubbo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HashSettingsTest {

    private static Parameters parameters(String parameters) {
        return Parameters.ofMethod(Invokers.url(0, parameters), "getOrder", new Warnings(), new HashMap<>());
    }

    private static HashSettings ring(String parameters) {
        return HashSettings.ofRing(parameters(parameters));
    }

    private static HashSettings maglev(String parameters) {
        return HashSettings.ofMaglev(parameters(parameters));
    }

    @Test
    void nothingConfigured_isDubbosRing_andAPlainTable() {
        try (Warned warned = new Warned()) {
            HashSettings ring = ring("");
            assertThat(ring.nodes).isEqualTo(160);
            assertThat(ring.weighted).isFalse();
            assertThat(ring.dubbo).isTrue();
            assertThat(ring.bound).isZero();
            assertThat(ring.arguments()).containsExactly(0);
            HashSettings maglev = maglev("");
            assertThat(maglev.slots).isEqualTo(65_537);
            assertThat(maglev.dubbo).isFalse();
            assertThat(maglev.attachment).isNull();
            assertThat(maglev.bound).isZero();
            assertThat(warned.messages()).isEmpty();
        }
    }

    @Test
    void everythingConfigured_isRead_methodBeforeService() {
        try (Warned warned = new Warned()) {
            HashSettings ring = ring("hash.nodes=1000&hash.weighted=true&hash.bound=1.25&hash.arguments=1 , 0"
                    + "&hash.key=method+arguments&getOrder.hash.nodes=10000");
            assertThat(ring.nodes).isEqualTo(10_000);
            assertThat(ring.weighted).isTrue();
            assertThat(ring.bound).isEqualTo(1.25);
            assertThat(ring.arguments()).containsExactly(1, 0);
            assertThat(ring.method).isTrue();
            assertThat(ring.dubbo).isFalse();
            HashSettings maglev = maglev("maglev.table=655373&hash.key=attachment:user&hash.bound=1");
            assertThat(maglev.slots).isEqualTo(655_373);
            assertThat(maglev.attachment).isEqualTo("user");
            assertThat(maglev.method).isFalse();
            assertThat(maglev.bound).isEqualTo(1.0);
            assertThat(warned.messages()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "hash.nodes|0|an integer from 1 to 10000|160",
                "hash.nodes|-1|an integer from 1 to 10000|160",
                "hash.nodes|abc|an integer from 1 to 10000|160",
                "hash.nodes|10001|an integer from 1 to 10000|160",
                "hash.arguments|a,-1|indexes from 0 up, separated by commas|0",
                "hash.arguments|-1|indexes from 0 up, separated by commas|0",
                "hash.arguments|,|indexes from 0 up, separated by commas|0",
                "hash.arguments|,1|indexes from 0 up, separated by commas|0",
                "hash.bound|0.5|a number from 1.0 to 1000|no bound",
                "hash.bound|NaN|a number from 1.0 to 1000|no bound",
                "hash.bound|Infinity|a number from 1.0 to 1000|no bound",
                "hash.bound|much|a number from 1.0 to 1000|no bound",
                "hash.key|argument|arguments, method+arguments or attachment:NAME|arguments",
                "hash.key|attachment:|arguments, method+arguments or attachment:NAME|arguments",
                "hash.weighted|yes|true or false|false",
            })
    void badValueOfTheRing_isToldOnce_andTheDefaultUsed(String key, String value, String expected, String used) {
        try (Warned warned = new Warned()) {
            Parameters parameters = parameters(key + "=" + value);
            assertThat(HashSettings.ofRing(parameters)).isEqualTo(ring(""));
            assertThat(HashSettings.ofRing(parameters)).isEqualTo(ring(""));
            assertThat(warned.messages())
                    .containsExactly(key + ": " + value + " (expected: " + expected + ") for " + Invokers.SERVICE
                            + "; using " + used);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"65536", "1", "big", "16777214"})
    void badTable_isToldOnce_andTheDefaultUsed(String value) {
        try (Warned warned = new Warned()) {
            assertThat(maglev("maglev.table=" + value)).isEqualTo(maglev(""));
            assertThat(warned.messages())
                    .containsExactly("maglev.table: " + value + " (expected: a prime from 2 to 16777213) for "
                            + Invokers.SERVICE + "; using 65537");
        }
    }

    @Test
    void whatTheOtherStrategyReads_isNotLookedAt() {
        try (Warned warned = new Warned()) {
            assertThat(ring("maglev.table=65536")).isEqualTo(ring(""));
            assertThat(maglev("hash.nodes=abc&hash.weighted=1")).isEqualTo(maglev(""));
            assertThat(warned.messages()).isEmpty();
        }
    }

    @Test
    void equalValues_areEqual_andAnyOtherValueIsNot() {
        assertThat(ring("hash.bound=1.25"))
                .isEqualTo(ring("hash.bound=1.250"))
                .hasSameHashCodeAs(ring("hash.bound=1.250"));
        for (String other : List.of(
                "hash.nodes=161",
                "hash.weighted=true",
                "hash.bound=1.25",
                "hash.arguments=1",
                "hash.key=method+arguments",
                "hash.key=attachment:user")) {
            assertThat(ring(other)).isNotEqualTo(ring(""));
        }
        assertThat(ring("hash.key=method arguments")).isEqualTo(ring("hash.key=method+arguments"));
        assertThat(maglev("maglev.table=7")).isNotEqualTo(maglev(""));
        assertThat(maglev("")).isNotEqualTo(ring(""));
    }

    @ParameterizedTest
    @CsvSource({
        "hash.nodes=40, hash.nodes=many",
        "hash.arguments=1, 'hash.arguments=1,-1'",
        "hash.key=attachment:user, hash.key=attachments",
        "hash.weighted=true, hash.weighted=yes",
        "hash.bound=1.5, hash.bound=0.5",
    })
    void badValueAfterAGoodOne_theGoodOneStays_untilThereIsNone(String good, String bad) {
        Map<String, String> lastGood = new HashMap<>();
        Warnings warnings = new Warnings();
        HashSettings configured = pushed(good, warnings, lastGood);
        try (Warned warned = new Warned()) {
            assertThat(pushed(bad, warnings, lastGood)).isEqualTo(configured).isNotEqualTo(ring(""));
            assertThat(pushed(bad, warnings, lastGood)).isEqualTo(configured);
            assertThat(warned.messages())
                    .singleElement()
                    .asString()
                    .endsWith(" for " + Invokers.SERVICE + "; using " + good.substring(good.indexOf('=') + 1));
            assertThat(pushed("", warnings, lastGood)).isEqualTo(ring(""));
            assertThat(pushed(bad, warnings, lastGood)).isEqualTo(ring(""));
        }
    }

    private static HashSettings pushed(String parameters, Warnings warnings, Map<String, String> lastGood) {
        return HashSettings.ofRing(Parameters.ofMethod(Invokers.url(0, parameters), "getOrder", warnings, lastGood));
    }
}
