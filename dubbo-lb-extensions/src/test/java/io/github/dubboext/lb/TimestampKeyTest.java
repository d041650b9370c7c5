package io.github.dubboext.lb;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.dubbo.config.ApplicationConfig;
import org.apache.dubbo.config.ProtocolConfig;
import org.apache.dubbo.config.RegistryConfig;
import org.apache.dubbo.config.ServiceConfig;
import org.apache.dubbo.rpc.model.ApplicationModel;
import org.apache.dubbo.rpc.model.FrameworkModel;
import org.junit.jupiter.api.Test;

/** Warm-up once read a key that nobody wrote (#6242): what we read must be on a URL that Dubbo really exports. */
class TimestampKeyTest {

    /** A service. */
    public interface Greeter {
        String greet();
    }

    @Test
    void exportedUrl_carriesTheStartTime() {
        FrameworkModel framework = new FrameworkModel();
        try {
            ApplicationModel application = framework.newApplication();
            application.getApplicationConfigManager().setApplication(new ApplicationConfig("timestamp-test"));
            ServiceConfig<Greeter> service = new ServiceConfig<>(application.newModule());
            service.setInterface(Greeter.class);
            service.setRef(() -> "hello");
            service.setRegistry(new RegistryConfig("N/A"));
            service.setProtocol(new ProtocolConfig("injvm"));
            service.setScope("local");
            service.export();
            assertThat(service.toUrl().getParameter("timestamp", 0L)).isPositive();
        } finally {
            framework.destroy();
        }
    }
}
