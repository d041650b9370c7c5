package io.github.dubboext.samples.consumer.lab;

import io.github.dubboext.samples.api.OrderService;
import io.github.dubboext.samples.runtime.HostPort;
import io.github.dubboext.samples.runtime.RunFailure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.Watcher.Event.KeeperState;
import org.apache.zookeeper.ZooDefs.Ids;
import org.apache.zookeeper.ZooKeeper;

/**
 * Dubbo's configurator rules, written to ZooKeeper where Dubbo Admin writes them; gone after {@link #close}. Those of others are
 * left alone. For one thread.
 */
public final class Rules implements AutoCloseable {
    private static final int TIMEOUT_MILLIS = 8000;
    private static final String FOLDER = "/dubbo/config/dubbo";
    private static final String KIND = ".configurators";

    private final ZooKeeper zooKeeper;
    private final Set<String> written = new HashSet<>();

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

    /** Some parameters for one side, of one provider or (null) of all. */
    public record Config(String side, String provider, Map<String, ?> parameters) {
        public static Config consumers(Map<String, ?> parameters) {
            return new Config("consumer", null, parameters);
        }

        public static Config consumersOf(String provider, Map<String, ?> parameters) {
            return new Config("consumer", provider, parameters);
        }

        public static Config providers(Map<String, ?> parameters) {
            return new Config("provider", null, parameters);
        }

        private String yaml() {
            StringBuilder yaml =
                    new StringBuilder("  - side: ").append(side).append("\n    addresses: [\"0.0.0.0\"]\n");
            if (provider != null) {
                yaml.append("    providerAddresses: [\"").append(provider).append("\"]\n");
            }
            yaml.append("    parameters:\n");
            parameters.forEach((key, value) -> yaml.append("      ")
                    .append(key)
                    .append(": \"")
                    .append(value)
                    .append("\"\n"));
            return yaml.toString();
        }
    }

    /** The rule for {@link OrderService}, in the place of the one before. */
    public void ofService(Config... configs) throws KeeperException, InterruptedException {
        write("service", OrderService.class.getName(), OrderService.class.getName() + "::", configs);
    }

    /** The rule for all services and references of an application, in the place of the one before. */
    public void ofApplication(String application, Config... configs) throws KeeperException, InterruptedException {
        write("application", application, application, configs);
    }

    private void write(String scope, String key, String node, Config... configs)
            throws KeeperException, InterruptedException {
        StringBuilder yaml = new StringBuilder("configVersion: v2.7\nscope: ")
                .append(scope)
                .append("\nkey: ")
                .append(key)
                .append("\nenabled: true\nconfigs:\n");
        for (Config config : configs) {
            yaml.append(config.yaml());
        }
        byte[] rule = yaml.toString().getBytes(StandardCharsets.UTF_8);
        String path = FOLDER + "/" + node + KIND;
        for (int end = path.indexOf('/', 1); end > 0; end = path.indexOf('/', end + 1)) {
            create(path.substring(0, end), new byte[0]);
        }
        written.add(path);
        if (!create(path, rule)) {
            zooKeeper.setData(path, rule, -1);
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

    /** Deletes what was written here. */
    public void clear() throws KeeperException, InterruptedException {
        for (String path : written) {
            try {
                zooKeeper.delete(path, -1);
            } catch (KeeperException.NoNodeException e) {
                // gone already
            }
        }
        written.clear();
    }

    @Override
    public void close() throws KeeperException {
        try (zooKeeper) {
            clear();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
