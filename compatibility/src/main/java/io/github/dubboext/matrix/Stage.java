package io.github.dubboext.matrix;

import java.io.IOException;
import java.lang.reflect.Field;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.apache.dubbo.common.utils.NetUtils;
import org.apache.dubbo.config.ApplicationConfig;
import org.apache.dubbo.config.ProtocolConfig;
import org.apache.dubbo.config.ReferenceConfig;
import org.apache.dubbo.config.RegistryConfig;
import org.apache.dubbo.config.ServiceConfig;
import org.apache.zookeeper.server.ServerCnxnFactory;
import org.apache.zookeeper.server.ZooKeeperServer;

/**
 * A ZooKeeper server, and services and references on it, all in this JVM and on loopback. Each check has a group of its own,
 * so that none sees another's providers.
 */
// Deprecated on 3 is what 2.7 has as well.
@SuppressWarnings("deprecation")
final class Stage {
    private static final String HOST = "127.0.0.1";
    private static final long PATIENCE_NANOS = 30_000_000_000L;

    private final ApplicationConfig application = new ApplicationConfig("matrix");
    private final RegistryConfig registry;

    Stage() throws Exception {
        // Dubbo takes 127.* for a mistake and would register a network card's address.
        Field own = NetUtils.class.getDeclaredField("HOST_ADDRESS");
        own.setAccessible(true);
        own.set(null, HOST);
        Path folder = Files.createTempDirectory("matrix-zookeeper-");
        ZooKeeperServer server = new ZooKeeperServer(folder.toFile(), folder.toFile(), 2_000);
        ServerCnxnFactory connections =
                ServerCnxnFactory.createFactory(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
        connections.startup(server);
        registry = new RegistryConfig("zookeeper://" + HOST + ":" + connections.getLocalPort());
        registry.setTimeout(10_000);
        registry.setParameters(new HashMap<>(Map.of("file.cache", "false")));
    }

    /** Exports {@code service} on a free port, and returns the port. */
    int export(Probe service, String protocol, String group, Map<String, String> parameters) throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        ServiceConfig<Probe> config = new ServiceConfig<>();
        config.setApplication(application);
        config.setRegistry(registry);
        ProtocolConfig protocolConfig = new ProtocolConfig(protocol, port);
        protocolConfig.setHost(HOST);
        config.setProtocol(protocolConfig);
        config.setInterface(Probe.class);
        config.setRef(service);
        config.setScope("remote");
        config.setGroup(group);
        Map<String, String> all = new HashMap<>(parameters);
        all.putIfAbsent("warmup", "1"); // ten minutes, if nobody says so
        String filter = all.remove("filter");
        if (filter != null) {
            config.setFilter(filter);
        }
        config.setParameters(all);
        config.export();
        return port;
    }

    Probe refer(String protocol, String group, Map<String, String> parameters) {
        ReferenceConfig<Probe> config = new ReferenceConfig<>();
        config.setApplication(application);
        config.setRegistry(registry);
        config.setInterface(Probe.class);
        config.setProtocol(protocol);
        config.setGroup(group);
        config.setScope("remote");
        config.setCheck(false);
        config.setTimeout(20_000);
        config.setRetries(0);
        Map<String, String> all = new HashMap<>(parameters);
        String filter = all.remove("filter");
        if (filter != null) {
            config.setFilter(filter);
        }
        config.setParameters(all);
        return config.get();
    }

    /** Waits until something holds. */
    static void await(String what, Condition condition) throws Exception {
        long start = System.nanoTime();
        while (!condition.holds()) {
            if (System.nanoTime() - start > PATIENCE_NANOS) {
                throw new AssertionError("waited 30 s for: " + what);
            }
            Thread.sleep(5);
        }
    }

    interface Condition {
        boolean holds() throws Exception;
    }
}
