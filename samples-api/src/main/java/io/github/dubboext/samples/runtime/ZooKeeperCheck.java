package io.github.dubboext.samples.runtime;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.Watcher.Event.KeeperState;
import org.apache.zookeeper.ZooKeeper;

/** Asks ZooKeeper for a session before Dubbo does, because Dubbo alone takes long to say what is wrong. */
public final class ZooKeeperCheck {
    /** Long enough for a server that is just starting, short enough to be told within 10 s. */
    private static final Duration PATIENCE = Duration.ofSeconds(8);

    private ZooKeeperCheck() {}

    public static void requireReachable(HostPort address) {
        CountDownLatch connected = new CountDownLatch(1);
        try {
            ZooKeeper client = new ZooKeeper(address.toString(), (int) PATIENCE.toMillis(), event -> {
                if (event.getState() == KeeperState.SyncConnected) {
                    connected.countDown();
                }
            });
            try {
                if (!connected.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                    throw new RunFailure(
                            "No ZooKeeper answers at " + address + " (tried for " + Given.show(PATIENCE) + ")");
                }
            } finally {
                client.close(1000);
            }
        } catch (IOException | IllegalArgumentException e) {
            throw new RunFailure("No ZooKeeper answers at " + address + ": " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RunFailure("Interrupted while waiting for ZooKeeper at " + address, e);
        }
    }
}
