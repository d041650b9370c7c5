package io.github.dubboext.samples.provider;

import io.github.dubboext.samples.runtime.Cleanup;
import io.github.dubboext.samples.runtime.Commands;
import io.github.dubboext.samples.runtime.DubboJvm;
import io.github.dubboext.samples.runtime.EmbeddedZooKeeper;
import io.github.dubboext.samples.runtime.HostPort;
import io.github.dubboext.samples.runtime.MetricsOption;
import io.github.dubboext.samples.runtime.ParentWatch;
import io.github.dubboext.samples.runtime.RunFailure;
import io.github.dubboext.samples.runtime.TemporaryFolder;
import io.github.dubboext.samples.runtime.ZooKeeperCheck;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.springframework.context.support.GenericXmlApplicationContext;
import org.springframework.core.env.MapPropertySource;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Starts {@code spring/dubbo-provider.xml} with the values of the command line and serves until it is stopped. */
@Command(name = "samples-provider", description = "Offers OrderService on a registry until it is stopped.")
public final class ProviderMain implements Callable<Integer> {
    @Mixin
    private ProviderOptions options;

    @Mixin
    private MetricsOption metrics;

    @Option(
            names = "--exit-with-parent",
            hidden = true,
            description = "End when standard input ends, so that this JVM never outlives the one that started it.")
    private boolean exitWithParent;

    public static void main(String[] args) {
        System.exit(Commands.execute(new ProviderMain(), args));
    }

    @Override
    public Integer call() throws InterruptedException {
        if (exitWithParent) {
            ParentWatch.start();
        }
        Path log = DubboJvm.prepare(ProviderMain.class, "provider-" + options.port());
        requireFree(options.port());
        try (Cleanup cleanup = Cleanup.atExit()) {
            metrics.serve(cleanup, System.out::println);
            HostPort registry = options.embedsZooKeeper() ? embeddedZooKeeper(cleanup) : options.zooKeeper();
            if (!options.embedsZooKeeper()) {
                ZooKeeperCheck.requireReachable(registry);
            }
            String host = options.settleHost();
            GenericXmlApplicationContext context = cleanup.open(GenericXmlApplicationContext::new);
            context.getEnvironment()
                    .getPropertySources()
                    .addFirst(new MapPropertySource("command line", options.properties(registry, host)));
            context.load("classpath:spring/dubbo-provider.xml");
            context.refresh();

            // The stress test waits for this word.
            System.out.println("Ready: " + options.describe(host) + ", registered at " + registry);
            System.out.println("Log: " + log);
            // Until a signal ends the JVM; the clean-up then runs as a shutdown hook.
            new CountDownLatch(1).await();
        }
        return 0;
    }

    private HostPort embeddedZooKeeper(Cleanup cleanup) {
        TemporaryFolder folder = cleanup.open(() -> TemporaryFolder.create("samples-zookeeper-"));
        return cleanup.open(
                        () -> EmbeddedZooKeeper.start(options.zooKeeperHost(), options.embeddedPort(), folder.path()))
                .address();
    }

    /** Dubbo would say it too, in the middle of a stack trace. */
    private static void requireFree(int port) {
        try {
            new ServerSocket(port).close();
        } catch (IOException e) {
            throw new RunFailure("Port " + port + " is in use on this machine (choose another with --port)", e);
        }
    }
}
