package io.github.dubboext.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.example.OrderService;
import java.lang.reflect.InvocationTargetException;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;
import org.apache.dubbo.common.URL;
import org.apache.dubbo.config.ApplicationConfig;
import org.apache.dubbo.config.ReferenceConfig;
import org.apache.dubbo.config.RegistryConfig;
import org.apache.dubbo.config.ServiceConfig;
import org.apache.dubbo.config.spring.ReferenceBean;
import org.apache.dubbo.config.spring.context.annotation.EnableDubbo;
import org.apache.dubbo.rpc.RpcException;
import org.apache.dubbo.rpc.cluster.ClusterInvoker;
import org.apache.dubbo.rpc.model.ApplicationModel;
import org.apache.dubbo.rpc.model.FrameworkModel;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The README's Java and its properties, compiled and run. */
class JavaSnippetsTest {
    private static final Page README = Page.of("README.md");

    @TempDir
    private static Path folder;

    private static Providers providers;
    private static URLClassLoader snippets;

    @BeforeAll
    static void compileAll() throws Exception {
        providers = new Providers();
        Path sources = Files.createDirectory(folder.resolve("src"));
        for (Page.Fence fence : README.fences("java")) {
            Files.writeString(sources.resolve(Compiled.fileName(fence.text())), fence.text());
        }
        Path classes = Files.createDirectory(folder.resolve("classes"));
        Compiled.compile(sources, classes, "8"); // as users may have it
        snippets = Compiled.loader(classes, JavaSnippetsTest.class.getClassLoader());
    }

    @AfterAll
    static void close() throws Exception {
        snippets.close();
        providers.close();
    }

    @Test
    void readme_hasNoJavaThatIsNotRunHere() {
        assertThat(README.fences("java").stream().map(fence -> Compiled.fileName(fence.text())))
                .containsExactlyInAnyOrder("Checkout.java", "Orders.java", "Patient.java");
        assertThat(README.fences("properties")).hasSize(1);
    }

    @Configuration
    @EnableDubbo(scanBasePackages = "io.github.dubboext.docs.none")
    static class Annotated {
        @Bean
        ApplicationConfig application() {
            return Providers.application("page-annotations");
        }

        @Bean
        RegistryConfig registry() {
            return new RegistryConfig("N/A");
        }
    }

    @Test
    void checkout_callsAsItsAnnotationSays() throws Exception {
        Class<?> checkout = snippets.loadClass("Checkout");
        try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
            context.setClassLoader(snippets);
            context.register(Annotated.class, checkout);
            context.refresh();
            Object bean = context.getBean(checkout);
            assertThat(checkout.getMethod("status", long.class).invoke(bean, 7L))
                    .isEqualTo("order 7");
            ReferenceBean<?> reference = context.getBeansOfType(ReferenceBean.class)
                    .values()
                    .iterator()
                    .next();
            assertThat(parameters(reference.getReferenceConfig()))
                    .containsEntry("loadbalance", "ewma")
                    .containsEntry("ewma.decay", "5000")
                    .containsEntry("search.ewma.decay", "20000");
        }
    }

    @Test
    void orders_areReferredAsTheApiSays() throws Exception {
        FrameworkModel framework = new FrameworkModel();
        try {
            ApplicationModel application = application(framework);
            ReferenceConfig<?> reference = (ReferenceConfig<?>)
                    snippets.loadClass("Orders").getMethod("byCustomer").invoke(null);
            reference.setScopeModel(application.getDefaultModule());
            assertThat(((OrderService) reference.get()).search("Ada")).isEqualTo("orders of Ada");
            assertThat(parameters(reference))
                    .containsEntry("loadbalance", "ringhash")
                    .containsEntry("hash.arguments", "0")
                    .containsEntry("hash.bound", "1.25");
        } finally {
            framework.destroy();
        }
    }

    @Test
    void patient_tellsARefusalFromAFailure() throws Exception {
        var status = snippets.loadClass("Patient").getMethod("status", OrderService.class, long.class);
        assertThat(status.invoke(null, new Providers.Orders(), 7L)).isEqualTo("order 7");
        assertThat(status.invoke(null, failing(RpcException.LIMIT_EXCEEDED_EXCEPTION), 7L))
                .isEqualTo("busy, try again later");
        assertThatThrownBy(() -> status.invoke(null, failing(RpcException.TIMEOUT_EXCEPTION), 7L))
                .isInstanceOf(InvocationTargetException.class)
                .hasCauseInstanceOf(RpcException.class);
    }

    private static OrderService failing(int code) {
        return new OrderService() {
            @Override
            public String getOrderInfo(long id) {
                throw new RpcException(code, "on purpose");
            }

            @Override
            public String search(String customer) {
                throw new RpcException(code, "on purpose");
            }
        };
    }

    @Test
    void properties_holdForReferencesAndServices() throws Exception {
        Properties given = new Properties();
        given.load(new java.io.StringReader(README.fences("properties").get(0).text()));
        FrameworkModel framework = new FrameworkModel();
        try {
            ApplicationModel application = application(framework);
            given.forEach((key, value) ->
                    application.modelEnvironment().getAppExternalConfigMap().put((String) key, (String) value));
            ReferenceConfig<OrderService> reference = new ReferenceConfig<>(application.getDefaultModule());
            reference.setInterface(OrderService.class);
            assertThat(reference.get().getOrderInfo(7)).isEqualTo("order 7");
            ServiceConfig<OrderService> service = new ServiceConfig<>(application.getDefaultModule());
            service.setInterface(OrderService.class);
            service.setRef(new Providers.Orders());
            service.setScope("local");
            service.export();
            assertThat(parameters(reference)).containsAllEntriesOf(of(given, "dubbo.consumer."));
            assertThat(service.getExportedUrls().get(0).getParameters())
                    .containsAllEntriesOf(of(given, "dubbo.provider."));
            assertThat(Stream.of("dubbo.consumer.", "dubbo.provider.")
                            .mapToInt(prefix -> of(given, prefix).size())
                            .sum())
                    .isEqualTo(given.size());
        } finally {
            framework.destroy();
        }
    }

    private static Map<String, String> of(Properties given, String prefix) {
        return given.stringPropertyNames().stream()
                .filter(key -> key.startsWith(prefix))
                .collect(java.util.stream.Collectors.toMap(key -> key.substring(prefix.length()), given::getProperty));
    }

    private static ApplicationModel application(FrameworkModel framework) {
        ApplicationModel application = framework.newApplication();
        application.getApplicationConfigManager().setApplication(Providers.application("page"));
        application.getApplicationConfigManager().addRegistry(new RegistryConfig("N/A"));
        return application;
    }

    /** What the first provider is called with. */
    @SuppressWarnings("deprecation") // getInvoker(): there is no other way to see it
    private static Map<String, String> parameters(ReferenceConfig<?> reference) {
        URL url = ((ClusterInvoker<?>) reference.getInvoker())
                .getDirectory()
                .getAllInvokers()
                .get(0)
                .getUrl();
        return url.getParameters();
    }
}
