package io.github.dubboext.limit.dubbo;

import io.github.dubboext.limit.core.LimiterKey.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.dubbo.common.URL;
import org.apache.dubbo.common.utils.StringUtils;
import org.apache.dubbo.rpc.RpcException;

/**
 * Exports and refers, as far as limits care: checks the configuration before the first one, and tells the gates about
 * each new URL. Thread-safe.
 */
public final class Lifecycle {

    private final Limits limits;
    /** Services whose own configuration has passed; what is wrong later was pushed or published by somebody else. */
    private final Set<String> checked = ConcurrentHashMap.newKeySet();

    public Lifecycle(Limits limits) {
        this.limits = limits;
    }

    /** Something that was exported or referred. */
    public static final class Opened {
        private final URL url;
        private final List<ServiceGates> gates = new ArrayList<>();
        /** Where only the last one counts; its own for each reference. */
        private final Object place;
        /** Exporters are unexported and references destroyed more than once. */
        private boolean closed;

        Opened(URL url, String address) {
            this.url = url;
            this.place = address == null ? this : address;
        }

        URL url() {
            return url;
        }

        /** Whether {@code other} is the very URL: those of application level cannot be compared with other kinds. */
        @SuppressWarnings("ReferenceEquality")
        boolean isFor(URL other) {
            return url == other;
        }

        Object place() {
            return place;
        }

        /** Whether this is the same service at the same place, exported anew; nobody closes {@code older} then. */
        public boolean replaces(Opened older) {
            return older != this && place.equals(older.place) && gates.equals(older.gates);
        }

        /** Ends what waits, unless other exports or refers of the same service are left. */
        public void close() {
            if (!closed) {
                closed = true;
                gates.forEach(service -> service.close(this));
            }
        }

        /** Ends what waits: the protocol is being shut down. */
        public void shutDown() {
            gates.forEach(ServiceGates::closeWaits);
        }
    }

    /** Whether {@code url} stands for a registry, with the real one inside. */
    public static boolean isRegistry(URL url) {
        return "registry".equals(url.getProtocol()) || url.getProtocol().endsWith("-registry");
    }

    /** Before a registry sees a service: its own configuration must be good. */
    public void checkExport(URL registryUrl) {
        Object own = Since3.attribute(registryUrl, "export");
        String sent = own == null ? registryUrl.getParameterAndDecoded("export") : null;
        if (own instanceof URL) {
            check((URL) own, true);
        } else if (sent != null && !sent.isEmpty()) {
            check(URL.valueOf(sent), true);
        }
    }

    /** Before a registry is asked for a service: the reference's own configuration must be good. */
    public void checkRefer(URL registryUrl) {
        Object own = Since3.attribute(registryUrl, "refer");
        String sent = own == null ? registryUrl.getParameterAndDecoded("refer") : null;
        if (own instanceof Map) {
            checkReference(consumerUrl(strings((Map<?, ?>) own)));
        } else if (sent != null && !sent.isEmpty()) {
            checkReference(consumerUrl(StringUtils.parseQueryString(sent)));
        }
    }

    private void checkReference(URL url) {
        check(url, false);
        if (isPattern(url.getParameter("group")) || isPattern(url.getParameter("version"))) {
            // Its providers come under service keys of their own.
            checked.add(anyOf(url));
        }
    }

    private static boolean isPattern(String name) {
        return name != null && (name.contains("*") || name.contains(","));
    }

    private static String anyOf(URL url) {
        return "consumer any " + url.getServiceInterface();
    }

    private static URL consumerUrl(Map<String, String> parameters) {
        return new URL("consumer", "0.0.0.0", 0, parameters.getOrDefault("interface", ""), parameters);
    }

    private static Map<String, String> strings(Map<?, ?> map) {
        Map<String, String> strings = new HashMap<>();
        map.forEach((key, value) -> strings.put(String.valueOf(key), String.valueOf(value)));
        return strings;
    }

    /** Throws if this is the first look at the service and something is wrong; told once if it is not. */
    private void check(URL url, boolean provider) {
        List<String> problems = ConfigCheck.problems(url, provider);
        String side = (provider ? "provider " : "consumer ") + url.getServiceKey();
        if (problems.isEmpty()) {
            checked.add(side);
        } else if (!checked.contains(side) && (provider || !checked.contains(anyOf(url)))) {
            throw new RpcException(String.join("; ", problems));
        } else {
            problems.forEach(problem -> Told.once(problem + "; going on with the last good value"));
        }
    }

    /** An export to a port: the new chain follows {@code url}, and so do the calls that wait under the old one. */
    public Opened export(URL url, Class<?> type) {
        check(url, true);
        Opened opened = new Opened(url, url.getProtocol() + "://" + url.getAddress());
        announce(Kind.EXECUTES, url, type, opened);
        announce(Kind.TPS, url, type, opened);
        return opened;
    }

    /** A reference to one provider. */
    public Opened refer(URL url, Class<?> type) {
        check(url, false);
        Opened opened = new Opened(url, null);
        announce(Kind.ACTIVES, url, type, opened);
        return opened;
    }

    private void announce(Kind kind, URL url, Class<?> type, Opened opened) {
        ServiceGates gates = limits.service(kind, url);
        opened.gates.add(gates);
        gates.announce(opened, type);
    }
}
