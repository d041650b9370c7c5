package io.github.dubboext.docs;

import com.example.OrderService;
import io.github.dubboext.samples.runtime.Loopback;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.dubbo.config.ApplicationConfig;
import org.apache.dubbo.config.ProtocolConfig;
import org.apache.dubbo.config.RegistryConfig;
import org.apache.dubbo.config.ServiceConfig;
import org.apache.dubbo.rpc.model.ApplicationModel;
import org.apache.dubbo.rpc.model.FrameworkModel;

/**
 * Two providers of {@link OrderService} on 127.0.0.1, so that a reference has something to choose from. Every reference to
 * the service in this JVM calls them, by Dubbo's system property of the same name.
 */
public final class Providers implements AutoCloseable {
    /** 127.0.0.1 in a form that Dubbo binds as it stands. */
    static final String LOOPBACK = "2130706433";

    private final FrameworkModel framework = new FrameworkModel();
    private final String before = System.getProperty("dubbo.service.shutdown.wait");

    static {
        Loopback.pin();
    }

    Providers() {
        // How long Dubbo waits for stragglers at each end of a service: 10 s by default.
        System.setProperty("dubbo.service.shutdown.wait", "1");
        ApplicationModel application = framework.newApplication();
        application.getApplicationConfigManager().setApplication(application("page-providers"));
        ServiceConfig<OrderService> service = new ServiceConfig<>(application.getDefaultModule());
        service.setInterface(OrderService.class);
        service.setRef(new Orders());
        service.setRegistry(new RegistryConfig("N/A"));
        service.setScope("remote");
        service.setProtocols(List.of(protocol("one"), protocol("two")));
        service.export();
        System.setProperty(
                OrderService.class.getName(),
                service.getExportedUrls().stream()
                        .map(url -> "dubbo://127.0.0.1:" + url.getPort() + "/" + OrderService.class.getName())
                        .collect(Collectors.joining(";")));
    }

    /** One whose metadata service does not look for the port that everybody's is at. */
    static ApplicationConfig application(String name) {
        ApplicationConfig application = new ApplicationConfig(name);
        application.setMetadataServicePort(freePort());
        return application;
    }

    static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ProtocolConfig protocol(String id) {
        ProtocolConfig protocol = new ProtocolConfig("dubbo", freePort());
        protocol.setId(id);
        protocol.setHost(LOOPBACK);
        return protocol;
    }

    @Override
    public void close() {
        System.clearProperty(OrderService.class.getName());
        if (before == null) {
            System.clearProperty("dubbo.service.shutdown.wait");
        }
        framework.destroy();
    }

    /** Public, since XML of the pages names it. */
    public static final class Orders implements OrderService {
        @Override
        public String getOrderInfo(long id) {
            return "order " + id;
        }

        @Override
        public String search(String customer) {
            return "orders of " + customer;
        }
    }
}
