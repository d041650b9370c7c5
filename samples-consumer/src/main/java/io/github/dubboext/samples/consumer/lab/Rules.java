package io.github.dubboext.samples.consumer.lab;

import io.github.dubboext.samples.api.OrderService;
import io.github.dubboext.samples.runtime.HostPort;
import io.github.dubboext.samples.runtime.RunFailure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.Watcher.Event.KeeperState;
import org.apache.zookeeper.ZooDefs.Ids;
import org.apache.zookeeper.ZooKeeper;

/** Writes configurator rules where Dubbo Admin does; what was written is gone after {@link #close}. */
public final class Rules implements AutoCloseable {
    private static final int TIMEOUT_MILLIS = 8000;
    private static final String FOLDER = "/dubbo/config/dubbo";
    private static final String RULE = FOLDER + "/" + OrderService.class.getName() + "::.configurators";

    private final ZooKeeper zooKeeper;

    private Rules(ZooKeeper zooKeeper) {
        this.zooKeeper = zooKeeper;
    }

    public static Rules of(HostPort registry) throws IOException, InterruptedException {
        CountDownLatch connected = new CountDownLatch(1);
        ZooKeeper zooKeeper = new ZooKeeper(registry.toString(), TIMEOUT_MILLIS, event -> {
            if (event.getState() == KeeperState.SyncConnected) {
                connected.countDown();
            }
        });
        if (!connected.await(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS)) {
            zooKeeper.close();
            throw new RunFailure("No ZooKeeper answers at " + registry);
        }
        return new Rules(zooKeeper);
    }

    /** The weight of each provider, as consumers are to see it; whatever it announced itself. */
    public void setWeights(List<ProviderProcess> providers, List<Long> weights) throws Exception {
        StringBuilder rule = new StringBuilder("""
                configVersion: v2.7
                scope: service
                key: %s
                enabled: true
                configs:
                """.formatted(OrderService.class.getName()));
        for (int i = 0; i < weights.size(); i++) {
            rule.append("""
                      - side: consumer
                        addresses: ["0.0.0.0"]
                        providerAddresses: ["%s"]
                        parameters: {weight: %d}
                    """.formatted(providers.get(i).address(), weights.get(i)));
        }
        write(rule.toString().getBytes(StandardCharsets.UTF_8));
    }

    private void write(byte[] rule) throws KeeperException, InterruptedException {
        for (int end = RULE.indexOf('/', 1); end > 0; end = RULE.indexOf('/', end + 1)) {
            create(RULE.substring(0, end), new byte[0]);
        }
        if (!create(RULE, rule)) {
            zooKeeper.setData(RULE, rule, -1);
        }
    }

    private boolean create(String path, byte[] data) throws KeeperException, InterruptedException {
        try {
            zooKeeper.create(path, data, Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
            return true;
        } catch (KeeperException.NodeExistsException e) {
            return false;
        }
    }

    @Override
    public void close() throws KeeperException {
        try (zooKeeper) {
            zooKeeper.delete(RULE, -1);
        } catch (KeeperException.NoNodeException e) {
            // nothing was written
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
