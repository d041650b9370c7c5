package io.github.dubboext.samples.provider;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dubboext.samples.runtime.HostPort;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class ProviderOptionsTest {
    private final ProviderOptions options = new ProviderOptions();

    @Test
    void properties_everyOption_reachesThePlaceholders() {
        new CommandLine(new Holder(options))
                .parseArgs(
                        "--port=20999 --protocol=tri --weight=300 --warmup=1ms --delay=10ms --fail=0.05 --executes=5 --executes-queue=7 --refuse-every=10"
                                .split(" "));

        assertThat(options.properties(new HostPort("zoo", 2181), "127.0.0.1"))
                .containsEntry("zookeeper", "zoo:2181")
                .containsEntry("host", "127.0.0.1")
                .containsEntry("port", 20999)
                .containsEntry("protocol", "tri")
                .containsEntry("weight", 300)
                .containsEntry("warmup", 1L)
                .containsEntry("delay.millis", 10L)
                .containsEntry("fail", 0.05)
                .containsEntry("executes", 5)
                .containsEntry("executes.queue", 7)
                .containsEntry("refuse.every", 10)
                .containsEntry("tps", 0)
                .containsEntry("tps.interval", 60_000L)
                .containsEntry("accepts", 0);
    }

    @Test
    void settleHost_registryElsewhereAndHostNamed_theNameIsKept() {
        new CommandLine(new Holder(options)).parseArgs("--zookeeper=192.0.2.1:2181", "--host=192.0.2.7");

        assertThat(options.settleHost()).isEqualTo("192.0.2.7");
        assertThat(options.zooKeeperHost()).isEqualTo("192.0.2.7");
    }

    @Test
    void settleHost_registryOnThisMachine_everythingStaysOnLoopback() {
        new CommandLine(new Holder(options)).parseArgs();

        assertThat(options.settleHost()).isEqualTo("127.0.0.1");
        assertThat(options.embedsZooKeeper()).isFalse();
    }

    @Test
    void embeddedZooKeeper_withoutPort_isTheUsualOne() {
        new CommandLine(new Holder(options)).parseArgs("--embedded-zookeeper");

        assertThat(options.embeddedPort()).isEqualTo(2181);
    }

    @CommandLine.Command
    private record Holder(@CommandLine.Mixin ProviderOptions options) {}
}
