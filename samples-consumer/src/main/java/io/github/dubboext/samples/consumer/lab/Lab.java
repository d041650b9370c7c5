package io.github.dubboext.samples.consumer.lab;

import io.github.dubboext.samples.runtime.Cleanup;
import io.github.dubboext.samples.runtime.EmbeddedZooKeeper;
import io.github.dubboext.samples.runtime.HostPort;
import io.github.dubboext.samples.runtime.Loopback;
import io.github.dubboext.samples.runtime.TemporaryFolder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * All that a run needs besides the consumer: a ZooKeeper server in this JVM, and providers in JVMs of their own. Everything
 * is on loopback, on free ports, with its files in one temporary folder, and ends with the {@link Cleanup} it was given.
 */
public final class Lab {
    private final Cleanup cleanup;
    private final TemporaryFolder folder;
    private final HostPort registry;
    private final boolean ownRegistry;
    private final List<ProviderProcess> providers = new ArrayList<>();

    private Lab(Cleanup cleanup, TemporaryFolder folder, HostPort registry, boolean ownRegistry) {
        this.cleanup = cleanup;
        this.folder = folder;
        this.registry = registry;
        this.ownRegistry = ownRegistry;
    }

    /**
     * Starts the server, no provider yet.
     *
     * @param named a ZooKeeper to use instead of starting one; null to start one
     */
    public static Lab open(Cleanup cleanup, HostPort named) {
        TemporaryFolder folder = cleanup.open(() -> TemporaryFolder.create("dubbo-stress-"));
        // Also for the consumer in this JVM: Dubbo keeps files in the user's home.
        System.setProperty("user.home", folder.folder("consumer-home").toString());
        Path data = folder.folder("zookeeper");
        HostPort registry = named != null
                ? named
                : cleanup.open(() -> EmbeddedZooKeeper.start(Loopback.HOST, 0, data))
                        .address();
        return new Lab(cleanup, folder, registry, named == null);
    }

    public HostPort registry() {
        return registry;
    }

    public TemporaryFolder folder() {
        return folder;
    }

    /** Those that were started, ended ones included. */
    public List<ProviderProcess> providers() {
        return List.copyOf(providers);
    }

    /**
     * Starts providers at the same time and returns when calls may come.
     *
     * @param optionsOfEach the command line options of each, without port and registry
     * @param told one line for each provider that is ready
     */
    public List<ProviderProcess> startProviders(
            Application application, List<List<String>> optionsOfEach, Consumer<String> told)
            throws InterruptedException {
        List<Integer> ports = FreePorts.find(optionsOfEach.size());
        List<ProviderProcess> started = new ArrayList<>();
        for (int i = 0; i < ports.size(); i++) {
            int port = ports.get(i);
            List<String> options = new ArrayList<>(List.of("--zookeeper", registry.toString()));
            options.addAll(optionsOfEach.get(i));
            // Dubbo's ten minutes would bend every share that a short run can show.
            addUnlessGiven(options, "--warmup", "1ms");
            // Also with a registry elsewhere: nobody but this run is to call them.
            addUnlessGiven(options, "--host", Loopback.HOST);
            Path home = folder.folder("provider-home-" + port);
            started.add(cleanup.open(() -> ProviderProcess.start(application, home, port, options)));
        }
        providers.addAll(started);
        // All together: a polite end waits some seconds for calls still under way. Where the registry ends as well
        // there is
        // nobody to be polite to.
        cleanup.open(() -> () -> started.forEach(ownRegistry ? ProviderProcess::kill : ProviderProcess::askToEnd));
        for (ProviderProcess provider : started) {
            told.accept(provider.awaitReady());
        }
        return started;
    }

    /** Starts one that has ended once more, and returns when calls may come. */
    public ProviderProcess startAgain(ProviderProcess ended) throws InterruptedException {
        ProviderProcess started = cleanup.open(ended::startAgain);
        cleanup.open(() -> ownRegistry ? started::kill : started::askToEnd);
        providers.add(started);
        started.awaitReady();
        return started;
    }

    private static void addUnlessGiven(List<String> options, String name, String value) {
        if (options.stream().noneMatch(option -> option.equals(name) || option.startsWith(name + "="))) {
            options.addAll(List.of(name, value));
        }
    }
}
