package io.github.dubboext.samples.consumer.e2e;

import io.github.dubboext.samples.api.OrderService;
import io.github.dubboext.samples.runtime.HostPort;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;

/** Dubbo's configurator rules, written to ZooKeeper where Dubbo's admin console writes them. */
final class Rules implements AutoCloseable {
    private static final String FOLDER = "/dubbo/config/dubbo/";

    private final CuratorFramework zooKeeper;

    Rules(HostPort registry) {
        zooKeeper = CuratorFrameworkFactory.newClient(registry.toString(), new RetryOneTime(1_000));
        zooKeeper.start();
    }

    /** Some parameters for one side, of one provider or (null) of all. */
    record Config(String side, String provider, Map<String, ?> parameters) {
        static Config consumers(Map<String, ?> parameters) {
            return new Config("consumer", null, parameters);
        }

        static Config consumersOf(String provider, Map<String, ?> parameters) {
            return new Config("consumer", provider, parameters);
        }

        static Config providers(Map<String, ?> parameters) {
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
    void ofService(Config... configs) throws Exception {
        write("service", OrderService.class.getName(), OrderService.class.getName() + "::", configs);
    }

    /** The rule for all services and references of an application, in the place of the one before. */
    void ofApplication(String application, Config... configs) throws Exception {
        write("application", application, application, configs);
    }

    private void write(String scope, String key, String node, Config... configs) throws Exception {
        StringBuilder yaml = new StringBuilder("configVersion: v2.7\nscope: ")
                .append(scope)
                .append("\nkey: ")
                .append(key)
                .append("\nenabled: true\nconfigs:\n");
        for (Config config : configs) {
            yaml.append(config.yaml());
        }
        zooKeeper
                .create()
                .orSetData()
                .creatingParentsIfNeeded()
                .forPath(FOLDER + node + ".configurators", yaml.toString().getBytes(StandardCharsets.UTF_8));
    }

    /** Deletes every rule there is. */
    void clear() throws Exception {
        if (zooKeeper.checkExists().forPath("/dubbo/config/dubbo") == null) {
            return;
        }
        List<String> nodes = zooKeeper.getChildren().forPath("/dubbo/config/dubbo");
        for (String node : nodes) {
            if (node.endsWith(".configurators")) {
                zooKeeper.delete().forPath(FOLDER + node);
            }
        }
    }

    @Override
    public void close() {
        zooKeeper.close();
    }
}
