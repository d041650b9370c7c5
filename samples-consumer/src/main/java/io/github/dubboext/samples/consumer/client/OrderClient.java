package io.github.dubboext.samples.consumer.client;

import io.github.dubboext.samples.api.OrderService;
import io.github.dubboext.samples.runtime.Given;
import io.github.dubboext.samples.runtime.HostPort;
import io.github.dubboext.samples.runtime.RunFailure;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.dubbo.common.URL;
import org.apache.dubbo.config.spring.ReferenceBean;
import org.apache.dubbo.rpc.Invoker;
import org.apache.dubbo.rpc.RpcContext;
import org.apache.dubbo.rpc.cluster.ClusterInvoker;
import org.springframework.context.support.GenericXmlApplicationContext;
import org.springframework.core.env.MapPropertySource;

/** {@code spring/dubbo-consumer.xml}, started with given values. */
public final class OrderClient implements AutoCloseable {
    private static final String METHOD = "getOrderInfo";
    private static final int DEFAULT_WEIGHT = 100;
    private static final Duration SETTLED = Duration.ofMillis(500);
    private static final Duration CHANGE_PATIENCE = Duration.ofSeconds(60);
    private static final long POLL_MILLIS = 20;

    private final HostPort registry;
    private final GenericXmlApplicationContext context = new GenericXmlApplicationContext();

    public OrderClient(HostPort registry) {
        this.registry = registry;
    }

    /**
     * Starts the XML.
     *
     * @param settings values for its placeholders
     */
    public void start(Map<String, Object> settings) {
        Map<String, Object> all = new HashMap<>(settings);
        all.put("zookeeper", registry.toString());
        context.getEnvironment().getPropertySources().addFirst(new MapPropertySource("command line", all));
        context.load("classpath:spring/dubbo-consumer.xml");
        context.refresh();
    }

    public OrderService service() {
        return context.getBean("orderService", OrderService.class);
    }

    /**
     * Waits until the list of providers has stopped changing.
     *
     * @param atLeast so many have to be in it
     * @param patience how long to wait for them
     * @return their weights by {@code host:port}
     */
    public SortedMap<String, Integer> awaitProviders(int atLeast, Duration patience) throws InterruptedException {
        service(); // creates the reference
        long start = System.nanoTime();
        long changed = start;
        SortedMap<String, Integer> seen = new TreeMap<>();
        while (true) {
            SortedMap<String, Integer> now = providerWeights();
            long time = System.nanoTime();
            if (!now.equals(seen)) {
                seen = now;
                changed = time;
            }
            if (seen.size() >= atLeast && time - changed >= SETTLED.toNanos()) {
                return seen;
            }
            if (time - start >= patience.toNanos()) {
                throw new RunFailure(
                        (seen.isEmpty() ? "No provider" : "Only " + seen.size() + " of " + atLeast + " providers")
                                + " of " + OrderService.class.getName() + " registered at " + registry + " (waited "
                                + Given.show(patience) + ")");
            }
            Thread.sleep(POLL_MILLIS);
        }
    }

    /** Waits until the list of providers is that long: after one has come or gone. */
    public void awaitProvidersExactly(int number) throws InterruptedException {
        long start = System.nanoTime();
        while (providerWeights().size() != number) {
            if (System.nanoTime() - start >= CHANGE_PATIENCE.toNanos()) {
                throw new RunFailure("Still " + providerWeights().size() + " providers instead of " + number + " after "
                        + Given.show(CHANGE_PATIENCE));
            }
            Thread.sleep(POLL_MILLIS);
        }
    }

    /** The list that Dubbo chooses from at this moment: weights by {@code host:port}, changes at run time included. */
    public SortedMap<String, Integer> providerWeights() {
        SortedMap<String, Integer> weights = new TreeMap<>();
        ReferenceBean<?> bean = (ReferenceBean<?>) context.getBean("&orderService");
        if (invokerOf(bean) instanceof ClusterInvoker<?> cluster) {
            // Application-level provider URLs look up in this context which service is meant.
            RpcContext.getServiceContext().setConsumerUrl(cluster.getUrl());
            try {
                for (Invoker<?> invoker : cluster.getDirectory().getAllInvokers()) {
                    URL url = invoker.getUrl();
                    weights.put(url.getAddress(), url.getMethodParameter(METHOD, "weight", DEFAULT_WEIGHT));
                }
            } finally {
                RpcContext.removeServiceContext();
            }
        }
        return weights;
    }

    // Said to be for tests only, and the only way to the list of providers that is not a registry of our own.
    @SuppressWarnings("deprecation")
    private static Invoker<?> invokerOf(ReferenceBean<?> bean) {
        return bean.getReferenceConfig().getInvoker();
    }

    @Override
    public void close() {
        context.close();
    }
}
