package io.github.dubboext.limit.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.dubbo.common.URL;
import org.apache.dubbo.common.utils.NetUtils;
import org.apache.dubbo.config.ApplicationConfig;
import org.apache.dubbo.config.ProtocolConfig;
import org.apache.dubbo.config.ReferenceConfig;
import org.apache.dubbo.config.RegistryConfig;
import org.apache.dubbo.config.ServiceConfig;
import org.apache.dubbo.rpc.model.ApplicationModel;
import org.apache.dubbo.rpc.model.FrameworkModel;

/** Providers and consumers in this JVM that talk over real sockets on 127.0.0.1, without a registry. */
public final class Loopback implements AutoCloseable {

    /** Where Dubbo binds 127.0.0.1 and nothing else: it replaces every 127.* that it recognizes. */
    private static final String LOOPBACK_AS_NUMBER = "2130706433";

    static {
        // How long an unexport waits for stragglers: 10 s a service by default.
        System.setProperty("dubbo.service.shutdown.wait", "1");
        try {
            Field host = NetUtils.class.getDeclaredField("HOST_ADDRESS");
            host.setAccessible(true);
            host.set(null, "127.0.0.1");
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.getMessage(), e);
        }
    }

    private final FrameworkModel framework = new FrameworkModel();
    private final ApplicationModel providers = application("provider");
    private final ApplicationModel consumers = application("consumer");

    private ApplicationModel application(String name) {
        ApplicationModel model = framework.newApplication();
        ApplicationConfig config = new ApplicationConfig(name);
        config.setQosEnable(false);
        config.setMetadataServicePort(freePort());
        model.getApplicationConfigManager().setApplication(config);
        return model;
    }

    /** The application of all providers. */
    public ApplicationModel providers() {
        return providers;
    }

    /** The application of all consumers. */
    public ApplicationModel consumers() {
        return consumers;
    }

    public static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Exports {@code ref} on a free port of each protocol, in this order. */
    public <T> Exported<T> export(Class<T> type, T ref, Map<String, String> parameters, String... protocols) {
        return export(type.getName(), type, ref, parameters, protocols);
    }

    public <T> Exported<T> export(
            String name, Class<? super T> type, T ref, Map<String, String> parameters, String... protocols) {
        List<ProtocolConfig> configs = new ArrayList<>();
        List<String> addresses = new ArrayList<>();
        for (String protocol : protocols) {
            int port = freePort();
            ProtocolConfig config = new ProtocolConfig(protocol, port);
            config.setId(protocol + port);
            config.setHost(LOOPBACK_AS_NUMBER);
            configs.add(config);
            addresses.add(protocol + "://127.0.0.1:" + port + "/" + name);
        }
        ServiceConfig<T> service = new ServiceConfig<>(providers.getDefaultModule());
        service.setInterface(name);
        service.setRef(ref);
        service.setRegistry(new RegistryConfig("N/A"));
        service.setProtocols(configs);
        service.setGroup(parameters.get("group"));
        service.setParameters(parameters);
        service.setScope("remote");
        service.export();
        return new Exported<>(service, addresses);
    }

    /** Refers to {@code type} at addresses joined by ";". */
    public <T> ReferenceConfig<T> reference(Class<T> type, String url, Map<String, String> parameters) {
        ReferenceConfig<T> reference = new ReferenceConfig<>(consumers.getDefaultModule());
        reference.setInterface(type);
        reference.setUrl(url);
        reference.setScope("remote");
        reference.setCheck(false);
        reference.setGroup(parameters.get("group"));
        reference.setParameters(parameters);
        return reference;
    }

    public <T> T refer(Class<T> type, String url, Map<String, String> parameters) {
        return reference(type, url, parameters).get();
    }

    @Override
    public void close() {
        consumers.destroy();
        providers.destroy();
        framework.destroy();
    }

    /** A service that is up. */
    public static final class Exported<T> {
        private final ServiceConfig<T> service;
        private final List<String> addresses;

        Exported(ServiceConfig<T> service, List<String> addresses) {
            this.service = service;
            this.addresses = addresses;
        }

        public String address(int index) {
            return addresses.get(index);
        }

        public List<URL> urls() {
            return service.getExportedUrls();
        }

        public ServiceConfig<T> service() {
            return service;
        }
    }
}
