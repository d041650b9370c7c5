package io.github.dubboext.docs;

import com.example.OrderService;
import io.github.dubboext.limit.Refusals;
import java.util.Map;
import org.apache.dubbo.config.ReferenceConfig;
import org.apache.dubbo.config.RegistryConfig;
import org.apache.dubbo.config.ServiceConfig;
import org.apache.dubbo.rpc.RpcException;
import org.apache.dubbo.rpc.cluster.LoadBalance;
import org.apache.dubbo.rpc.model.ApplicationModel;
import org.apache.dubbo.rpc.model.FrameworkModel;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** Uses what docs/architecture.md adds, in a JVM in which it has been added. Prints what it saw. */
public final class TenMinutes {

    private TenMinutes() {}

    public static void main(String[] args) {
        TestExecutionSummary contract = runContract("io.github.dubboext.lb.pick.LessBusyTest");
        System.out.println(
                "contract: " + contract.getTestsFailedCount() + " failed of " + contract.getTestsFoundCount());
        FrameworkModel framework = new FrameworkModel();
        Providers providers = new Providers();
        try {
            ApplicationModel application = framework.newApplication();
            application.getApplicationConfigManager().setApplication(Providers.application("ten-minutes"));
            application.getApplicationConfigManager().addRegistry(new RegistryConfig("N/A"));
            System.out.println("strategy: " + callThroughStrategy(application));
            System.out.println("limiter: " + refusedOfFive(application) + " refused of 5");
        } finally {
            framework.destroy();
            providers.close();
        }
        System.exit(0);
    }

    private static TestExecutionSummary runContract(String test) {
        SummaryGeneratingListener listener = new SummaryGeneratingListener();
        LauncherFactory.create()
                .execute(
                        LauncherDiscoveryRequestBuilder.request()
                                .selectors(DiscoverySelectors.selectClass(test))
                                .build(),
                        listener);
        return listener.getSummary();
    }

    private static String callThroughStrategy(ApplicationModel application) {
        ReferenceConfig<OrderService> reference = new ReferenceConfig<>(application.getDefaultModule());
        reference.setInterface(OrderService.class);
        reference.setLoadbalance("lessbusy");
        OrderService orders = reference.get();
        for (int i = 0; i < 100; i++) {
            orders.getOrderInfo(i);
        }
        return application
                .getExtensionLoader(LoadBalance.class)
                .getLoadedExtensionInstances()
                .toString()
                .replaceAll("@\\w+", "");
    }

    private static int refusedOfFive(ApplicationModel application) {
        System.clearProperty(OrderService.class.getName());
        ServiceConfig<OrderService> service = new ServiceConfig<>(application.getDefaultModule());
        service.setInterface(OrderService.class);
        service.setRef(new Providers.Orders());
        service.setScope("local");
        service.setParameters(Map.of("tps", "3", "tps.interval", "3600000", "tps.mode", "window"));
        service.export();
        ReferenceConfig<OrderService> reference = new ReferenceConfig<>(application.getDefaultModule());
        reference.setInterface(OrderService.class);
        reference.setScope("local");
        OrderService orders = reference.get();
        int refused = 0;
        for (int i = 0; i < 5; i++) {
            try {
                orders.getOrderInfo(i);
            } catch (RpcException e) {
                if (!Refusals.isRefused(e)) {
                    throw e;
                }
                refused++;
            }
        }
        return refused;
    }
}
