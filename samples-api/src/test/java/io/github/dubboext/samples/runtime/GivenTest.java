package io.github.dubboext.samples.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GivenTest {
    private static final Duration MAX = Duration.ofHours(24);

    @ParameterizedTest
    @ValueSource(strings = {"1", "10000", " 30 "})
    void integer_inRange_isRead(String text) {
        assertThat(Given.integer("--threads", text, 1, 10_000)).isEqualTo(Integer.parseInt(text.trim()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "10001", "-1", "x", "", "1.5", "99999999999"})
    void integer_cannotBeMeant_isToldWithTheRange(String text) {
        assertBad(() -> Given.integer("--threads", text, 1, 10_000), "--threads: " + text + " (expected: 1 to 10000)");
    }

    @ParameterizedTest
    @CsvSource({"10ms, 10", "20s, 20000", "5m, 300000", "1h, 3600000", "0ms, 0", "24h, 86400000"})
    void duration_withUnit_isRead(String text, long millis) {
        Duration duration = Given.duration("--delay", text, Duration.ZERO, MAX);

        assertThat(duration).hasMillis(millis);
        assertThat(Given.show(duration)).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"10", "-1s", "1.5s", "25h", "s", "9999999999ms", "10 ms"})
    void duration_cannotBeMeant_isToldWithTheRange(String text) {
        assertBad(
                () -> Given.duration("--delay", text, Duration.ZERO, MAX),
                "--delay: " + text + " (expected: 0ms to 24h)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-0.1", "1.1", "NaN", "half"})
    void fraction_cannotBeMeant_isTold(String text) {
        assertThat(Given.fraction("--fail", "0.05")).isEqualTo(0.05);
        assertBad(() -> Given.fraction("--fail", text), "--fail: " + text + " (expected: 0 to 1)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"500", "0/s", "1001/s", "-5/s", "5/m"})
    void rate_cannotBeMeant_isTold(String text) {
        assertThat(Given.rate("--rate", "500/s", 1000)).isEqualTo(500);
        assertBad(() -> Given.rate("--rate", text, 1000), "--rate: " + text + " (expected: 1/s to 1000/s)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "127.0.0.1:0", "127.0.0.1:65536", ":2181", "host:x", "a b:2181"})
    void hostPort_cannotBeMeant_isTold(String text) {
        assertThat(Given.hostPort("--zookeeper", "zoo:2181")).isEqualTo(new HostPort("zoo", 2181));
        assertThat(Given.hostPort("--zookeeper", "[::1]:2181")).hasToString("[::1]:2181");
        assertBad(
                () -> Given.hostPort("--zookeeper", text),
                "--zookeeper: " + text + " (expected: HOST:PORT, such as 127.0.0.1:2181)");
    }

    @Test
    void oneOf_unknownChoice_isToldWithTheChoices() {
        assertThat(Given.oneOf("--protocol", "tri", "dubbo", "tri")).isEqualTo("tri");
        assertBad(() -> Given.oneOf("--protocol", "http", "dubbo", "tri"), "--protocol: http (expected: dubbo or tri)");
    }

    @Test
    void writableFile_folderMissing_isToldBeforeTheRun(@TempDir Path folder) {
        assertThat(Given.writableFile("--json", folder.resolve("new.json").toString()))
                .isEqualTo(folder.resolve("new.json"));
        assertBad(
                () -> Given.writableFile("--json", folder + "/missing/new.json"),
                "--json: " + folder + "/missing/new.json (expected: a file that can be written, in a folder that is"
                        + " there)");
        assertBad(
                () -> Given.writableFile("--json", folder.toString()),
                "--json: " + folder + " (expected: a file that can be written, in a folder that is there)");
    }

    private static void assertBad(ThrowingCallable reading, String message) {
        assertThatThrownBy(reading).isInstanceOf(BadInput.class).hasMessage(message);
    }
}
