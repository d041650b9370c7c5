package io.github.dubboext.samples.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedZooKeeperTest {

    @Test
    void start_freePort_servesOnThatAddressAlone(@TempDir Path folder) {
        try (EmbeddedZooKeeper server = EmbeddedZooKeeper.start(Loopback.HOST, 0, folder)) {
            assertThat(server.address().host()).isEqualTo("127.0.0.1");
            assertThatCode(() -> ZooKeeperCheck.requireReachable(server.address()))
                    .doesNotThrowAnyException();
        }
    }

    @Test
    void start_portTaken_saysWhich(@TempDir Path folder) {
        try (EmbeddedZooKeeper server = EmbeddedZooKeeper.start(Loopback.HOST, 0, folder)) {
            int taken = server.address().port();

            assertThatThrownBy(() -> EmbeddedZooKeeper.start(Loopback.HOST, taken, folder))
                    .isInstanceOf(RunFailure.class)
                    .hasMessage("--embedded-zookeeper: port " + taken + " is in use on 127.0.0.1");
        }
    }
}
