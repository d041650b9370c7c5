package io.github.dubboext.samples.runtime;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import org.apache.zookeeper.server.ServerCnxnFactory;
import org.apache.zookeeper.server.ZooKeeperServer;

/** Apache's own ZooKeeper server inside this JVM, listening on one address only. */
public final class EmbeddedZooKeeper implements AutoCloseable {
    private static final int TICK_MILLIS = 2000;
    private static final int MAX_CONNECTIONS_PER_CLIENT = 1000;

    private final ServerCnxnFactory connections;
    private final HostPort address;

    private EmbeddedZooKeeper(ServerCnxnFactory connections, HostPort address) {
        this.connections = connections;
        this.address = address;
    }

    /**
     * Starts it and returns when it serves.
     *
     * @param port 0 for a free one
     * @param folder where its data goes; the caller deletes it
     */
    public static EmbeddedZooKeeper start(String host, int port, Path folder) {
        try {
            ZooKeeperServer server = new ZooKeeperServer(folder.toFile(), folder.toFile(), TICK_MILLIS);
            ServerCnxnFactory connections =
                    ServerCnxnFactory.createFactory(new InetSocketAddress(host, port), MAX_CONNECTIONS_PER_CLIENT);
            connections.startup(server);
            return new EmbeddedZooKeeper(connections, new HostPort(host, connections.getLocalPort()));
        } catch (BindException e) {
            throw new RunFailure("--embedded-zookeeper: port " + port + " is in use on " + host, e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RunFailure("Interrupted while ZooKeeper was starting", e);
        }
    }

    public HostPort address() {
        return address;
    }

    @Override
    public void close() {
        connections.shutdown();
    }
}
