package io.github.dubboext.samples.consumer.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dubboext.samples.runtime.Loopback;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.dubbo.config.ApplicationConfig;
import org.apache.dubbo.config.ProtocolConfig;
import org.apache.dubbo.config.ReferenceConfig;
import org.apache.dubbo.config.RegistryConfig;
import org.apache.dubbo.config.ServiceConfig;
import org.apache.dubbo.config.annotation.DubboReference;
import org.apache.dubbo.config.spring.context.annotation.EnableDubbo;
import org.apache.dubbo.rpc.RpcContext;
import org.apache.dubbo.rpc.model.ApplicationModel;
import org.apache.dubbo.rpc.model.FrameworkModel;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.support.GenericXmlApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.io.ByteArrayResource;

/** Every way to select a strategy, without a registry: two ports, and calls of which each key stays at one of them. */
@Timeout(120)
class WaysToConfigureTest {
    private static final int KEYS = 40; // by chance alone: once in 10^12 runs

    private static FrameworkModel providers;
    private static String urls;

    /** Stay open to the end: all are in one application, Dubbo's default, which ends with the first that does. */
    private static final List<ConfigurableApplicationContext> CONTEXTS = new ArrayList<>();

    @TempDir
    private Path folder;

    /** Answers with the port that the call came in on. */
    public interface Ports {
        int portOf(String key);
    }

    @BeforeAll
    static void startProviders() throws IOException {
        Loopback.pin();
        named(FrameworkModel.defaultModel().defaultApplication());
        providers = new FrameworkModel();
        int one = export();
        int other = export();
        urls = "dubbo://127.0.0.1:" + one + ";dubbo://127.0.0.1:" + other;
    }

    private static int export() throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        ServiceConfig<Ports> service =
                new ServiceConfig<>(named(providers.newApplication()).newModule());
        service.setRegistry(new RegistryConfig(RegistryConfig.NO_AVAILABLE));
        service.setProtocol(new ProtocolConfig("dubbo", port));
        service.setInterface(Ports.class);
        service.setScope("remote");
        service.setRef(key -> RpcContext.getServiceContext().getLocalPort());
        service.export();
        return port;
    }

    private static ApplicationModel named(ApplicationModel application) {
        application.getApplicationConfigManager().setApplication(new ApplicationConfig("ways"));
        return application;
    }

    @AfterAll
    static void stop() {
        CONTEXTS.forEach(ConfigurableApplicationContext::close);
        FrameworkModel.destroyAll();
    }

    @AfterEach
    void forgetProperties() {
        System.clearProperty("dubbo.properties.file");
    }

    @Test
    void programmaticApi() {
        FrameworkModel framework = new FrameworkModel();
        try {
            ReferenceConfig<Ports> reference = reference(framework);
            reference.setLoadbalance("ringhash");
            assertEachKeyStays(reference.get());
        } finally {
            framework.destroy();
        }
    }

    @Test
    void dubboProperties() throws IOException {
        Path file = Files.writeString(folder.resolve("dubbo.properties"), "dubbo.consumer.loadbalance=ringhash\n");
        System.setProperty("dubbo.properties.file", file.toString());
        FrameworkModel framework = new FrameworkModel();
        try {
            assertEachKeyStays(reference(framework).get());
        } finally {
            framework.destroy();
        }
    }

    @Test
    void nothing_isRandom() {
        FrameworkModel framework = new FrameworkModel();
        try {
            assertThat(ports(reference(framework).get(), "", "key")).hasSize(2);
        } finally {
            framework.destroy();
        }
    }

    private static ReferenceConfig<Ports> reference(FrameworkModel framework) {
        ReferenceConfig<Ports> reference =
                new ReferenceConfig<>(named(framework.newApplication()).newModule());
        reference.setInterface(Ports.class);
        reference.setUrl(urls);
        return reference;
    }

    @Test
    void springXml() {
        String xml = """
                <beans xmlns="http://www.springframework.org/schema/beans"
                       xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
                       xmlns:dubbo="http://dubbo.apache.org/schema/dubbo"
                       xsi:schemaLocation="http://www.springframework.org/schema/beans http://www.springframework.org/schema/beans/spring-beans.xsd
                                           http://dubbo.apache.org/schema/dubbo http://dubbo.apache.org/schema/dubbo/dubbo.xsd">
                  <dubbo:reference id="ports" interface="%s" url="%s" loadbalance="ringhash"/>
                </beans>
                """.formatted(Ports.class.getName(), urls);
        GenericXmlApplicationContext context =
                new GenericXmlApplicationContext(new ByteArrayResource(xml.getBytes(StandardCharsets.UTF_8)));
        CONTEXTS.add(context);
        assertEachKeyStays(context.getBean("ports", Ports.class));
    }

    @Configuration
    @EnableDubbo
    static class Annotated {
        @DubboReference(url = "${ports.urls}", loadbalance = "ringhash")
        private Ports ports;
    }

    @Test
    void annotation() {
        AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
        CONTEXTS.add(context);
        context.getEnvironment()
                .getPropertySources()
                .addFirst(new MapPropertySource("test", Map.of("ports.urls", urls)));
        context.register(Annotated.class);
        context.refresh();
        assertEachKeyStays(context.getBean(Annotated.class).ports);
    }

    private static void assertEachKeyStays(Ports service) {
        assertThat(ports(service, "", "key")).hasSize(1);
        assertThat(ports(service, "key-", "")).hasSize(2);
    }

    /** Who answers {@value #KEYS} calls: all with {@code same} for a key, or (empty) each with a key of its own. */
    private static Set<Integer> ports(Ports service, String prefix, String same) {
        Set<Integer> ports = new TreeSet<>();
        for (int i = 0; i < KEYS; i++) {
            ports.add(service.portOf(same.isEmpty() ? prefix + i : same));
        }
        return ports;
    }
}
