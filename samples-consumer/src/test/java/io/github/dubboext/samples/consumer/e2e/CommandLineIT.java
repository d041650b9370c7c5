package io.github.dubboext.samples.consumer.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.github.dubboext.samples.runtime.EmbeddedZooKeeper;
import io.github.dubboext.samples.runtime.Loopback;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The two applications as a user starts them: what they print, how they end, and what they leave behind. */
@Timeout(300)
class CommandLineIT {
    private static final String CONSUMER = "samples-consumer";
    private static final String PROVIDER = "samples-provider";

    @TempDir
    private Path temporaryFolder;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --threads=0          | --threads: 0 (expected: 1 to 10000)
            --threads=many       | --threads: many (expected: 1 to 10000)
            --duration=-1s       | --duration: -1s (expected: 1ms to 24h)
            --metrics-port=70000 | --metrics-port: 70000 (expected: 0 to 65535)
            --burst --rate=5/s   | --burst and --rate exclude each other: a round starts when the last one has ended
            --zookeeper=nowhere  | --zookeeper: nowhere (expected: HOST:PORT, such as 127.0.0.1:2181)
            """)
    void stress_numberThatCannotBeMeant_exit2(String arguments, String message) throws Exception {
        try (SampleProcess stress = start(CONSUMER, ("stress --start-all " + arguments).split(" "))) {
            assertThat(stress.awaitEnd()).isEqualTo(2);
            assertThat(stress.lines()).containsExactly(message);
            assertThat(stress.leftovers()).isEmpty();
        }
    }

    @Test
    void stress_unknownStrategy_exit2AndTheNamesThatAreThere() throws Exception {
        try (SampleProcess stress = start(CONSUMER, "stress", "--start-all", "--loadbalance=random,fastest")) {
            assertThat(stress.awaitEnd()).isEqualTo(2);
            assertThat(stress.lines())
                    .singleElement()
                    .satisfies(line -> assertThat(line)
                            .startsWith("--loadbalance: fastest (expected: one or more of ")
                            .contains(" random,", " roundrobin,", " leastactive,", " weightedrandom"));
            assertThat(stress.leftovers()).isEmpty();
        }
    }

    @Test
    void stress_badProviderOption_exit2AndNothingIsLeft() throws Exception {
        try (SampleProcess stress = start(CONSUMER, "stress", "--start-all", "--provider", "--weight=-3")) {
            assertThat(stress.awaitEnd()).isEqualTo(2);
            assertThat(stress.lines()).last().isEqualTo("--provider: --weight: -3 (expected: 0 to 2147483647)");
            assertThat(stress.leftovers()).isEmpty();
        }
    }

    @Test
    void stress_noZooKeeper_exit1AndWhichAddress() throws Exception {
        String nowhere = Loopback.HOST + ":" + freePort();
        long start = System.nanoTime();
        try (SampleProcess stress = start(CONSUMER, "stress", "--zookeeper", nowhere)) {
            assertThat(stress.awaitEnd()).isEqualTo(1);
            assertThat(stress.lines()).last().isEqualTo("No ZooKeeper answers at " + nowhere + " (tried for 8s)");
            // It must not give up at once either: a server may be just starting.
            assertThat(System.nanoTime() - start).isGreaterThan(TimeUnit.SECONDS.toNanos(8));
        }
    }

    @Test
    void stress_noProvider_exit1AndWhatWasLookedForHowLong() throws Exception {
        Path data = Files.createDirectory(temporaryFolder.resolve("data"));
        try (EmbeddedZooKeeper server = EmbeddedZooKeeper.start(Loopback.HOST, 0, data);
                SampleProcess stress = start(
                        CONSUMER, "stress", "--zookeeper", server.address().toString())) {
            assertThat(stress.awaitEnd()).isEqualTo(1);
            assertThat(stress.lines())
                    .last()
                    .isEqualTo("No provider of io.github.dubboext.samples.api.OrderService registered at "
                            + server.address() + " (waited 10s)");
        }
    }

    @Test
    void provider_portInUse_exit1AndWhichPort() throws Exception {
        try (ServerSocket taken = new ServerSocket(0)) {
            int port = taken.getLocalPort();
            try (SampleProcess provider = start(PROVIDER, "--port=" + port)) {
                assertThat(provider.awaitEnd()).isEqualTo(1);
                assertThat(provider.lines())
                        .containsExactly("Port " + port + " is in use on this machine (choose another with --port)");
            }
        }
    }

    @Test
    void stress_providerDiesInTheMiddle_runGoesOnAndTheTableShowsTheFailures() throws Exception {
        String slow = "--delay=200ms"; // so that some of 30 calls are under way on the one that dies
        try (SampleProcess stress = start(
                CONSUMER,
                ("stress --start-all --loadbalance=random --warmup=0ms --duration=4s --retries=0 --provider=" + slow
                                + " --provider=" + slow)
                        .split(" "))) {
            stress.awaitLine("calls/s");
            List<ProcessHandle> providers = stress.children();
            providers.get(0).destroyForcibly();

            assertThat(stress.awaitEnd()).isZero();
            assertThat(stress.lines()).anyMatch(line -> line.startsWith("strategy"));
            assertThat(stress.lines()).anyMatch(line -> line.startsWith("failed with random: "));
            assertThat(providers).hasSize(2).noneMatch(ProcessHandle::isAlive);
            assertThat(stress.leftovers()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"INT", "TERM", "KILL"})
    void stress_signalInTheMiddle_tellsWhatItMeasuredAndNoJvmIsLeft(String signal) throws Exception {
        assumeFalse(signal.equals("INT") && interruptsAreIgnored(), "Ctrl-C is switched off for this process tree");
        Path report = temporaryFolder.resolve("report.md");
        try (SampleProcess stress = start(
                CONSUMER,
                "stress",
                "--start-all",
                "--warmup=0ms",
                "--duration=60s",
                "--provider=--delay=1ms",
                "--report=" + report)) {
            stress.awaitLine("calls/s");
            List<ProcessHandle> providers = stress.children();
            assertThat(providers).hasSize(1);

            stress.signal(signal);

            assertThat(stress.awaitEnd()).isNotZero();
            assertThat(providers.get(0).onExit()).succeedsWithin(java.time.Duration.ofSeconds(30));
            if (!signal.equals("KILL")) { // after that nobody is left who could tidy up
                assertThat(stress.leftovers()).isEmpty();
                assertThat(stress.lines()).anyMatch(line -> line.matches("random +[0-9,]+ +[0-9,]+ .*"));
                assertThat(stress.lines()).anyMatch(line -> line.startsWith("STOPPED compare"));
                assertThat(report).content().contains("| random | ");
            }
        }
    }

    /** A shell starts what it runs in the background like that, and a JVM hands it on to those that it starts. */
    private static boolean interruptsAreIgnored() throws IOException {
        Path status = Path.of("/proc/self/status");
        if (!Files.isReadable(status)) {
            return false;
        }
        return Files.readAllLines(status).stream()
                .filter(line -> line.startsWith("SigIgn:"))
                .anyMatch(line -> (Long.parseUnsignedLong(line.substring(7).trim(), 16) & 0b10) != 0); // SIGINT is 2
    }

    @Test
    void providerWithEmbeddedZooKeeper_consumerBeside_workTogether() throws Exception {
        // As in two terminals.
        int port = freePort();
        try (SampleProcess provider =
                start(PROVIDER, "--embedded-zookeeper=" + port, "--port=" + freePort(), "--warmup=1ms")) {
            provider.awaitLine("Ready: dubbo://127.0.0.1:");
            try (SampleProcess stress = start(
                    CONSUMER,
                    ("stress --zookeeper=127.0.0.1:" + port + " --loadbalance=roundrobin --warmup=0ms --calls=100")
                            .split(" "))) {
                assertThat(stress.awaitEnd()).isZero();
                assertThat(stress.lines()).anyMatch(line -> line.matches("roundrobin +100 +100 +0 +0 .*"));
            }
            provider.signal("TERM");
            assertThat(provider.awaitEnd()).isNotZero();
            assertThat(provider.leftovers()).isEmpty();
        }
    }

    @Test
    void stress_withoutTheExtensionJars_dubbosOwnLimitHolds() throws Exception {
        try (SampleProcess stress = start(
                CONSUMER,
                "stress",
                "--start-all",
                "--without=dubbo-limit-filters,dubbo-lb-extensions",
                "--loadbalance=random",
                "--warmup=0ms",
                "--calls=60",
                "--burst",
                "--retries=0",
                "--provider",
                "--executes=1 --delay=50ms")) {
            assertThat(stress.awaitEnd()).isZero();
            assertThat(stress.lines()).anyMatch(line -> line.startsWith("refused with random: executes "));
            // Only Dubbo's own filter tells every caller the provider's URL.
            assertThat(stress.lines())
                    .anyMatch(line -> line.startsWith("  first executes: ") && line.contains(" in provider dubbo://"));
            assertThat(stress.leftovers()).isEmpty();
        }
    }

    private SampleProcess start(String module, String... arguments) throws Exception {
        return SampleProcess.start(temporaryFolder, module, arguments);
    }

    private static int freePort() throws Exception {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
