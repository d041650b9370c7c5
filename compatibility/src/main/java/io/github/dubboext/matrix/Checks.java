package io.github.dubboext.matrix;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.apache.dubbo.common.extension.ExtensionLoader;
import org.apache.dubbo.rpc.Protocol;
import org.apache.dubbo.rpc.cluster.LoadBalance;

/** What has to work on every version, each in a group of its own on the registry. Only public things are used. */
final class Checks {
    private static final String DUBBO = "dubbo";
    private static final String TRIPLE = "tri";

    private final Stage stage;

    Checks(Stage stage) {
        this.stage = stage;
    }

    /** The check cannot be made on this version. */
    static final class Cannot extends Exception {
        private static final long serialVersionUID = 1L;

        Cannot(String reason) {
            super(reason);
        }
    }

    interface Check {
        void run() throws Exception;
    }

    Map<String, Check> all() {
        Map<String, Check> checks = new TreeMap<>();
        for (Map.Entry<String, String> strategy : Map.of(
                        "weightedrandom", "WeightedRandomLoadBalance",
                        "smoothroundrobin", "SmoothRoundRobinLoadBalance",
                        "leastrequest", "LeastRequestLoadBalance",
                        "ewma", "EwmaLoadBalance",
                        "ringhash", "RingHashLoadBalance",
                        "maglev", "MaglevLoadBalance")
                .entrySet()) {
            checks.put("lb " + strategy.getKey(), () -> strategy(strategy.getKey(), strategy.getValue()));
        }
        checks.put("lb warm-up", this::warmUp);
        checks.put("executes", () -> executes(DUBBO, "executes"));
        checks.put("executes triple", () -> executes(triple(), "executes-triple"));
        checks.put("off: executelimit", () -> limitTakenOut("-executelimit", Map.of("executes", "1"), Map.of()));
        checks.put("off: tps", () -> limitTakenOut("-tps", Map.of("tps", "1"), Map.of()));
        checks.put("off: active-limit", () -> limitTakenOut("-active-limit", Map.of(), Map.of("actives", "1")));
        checks.put("off: activelimit", () -> limitTakenOut("-activelimit", Map.of(), Map.of("actives", "1")));
        checks.put("off: lb-call-stats", this::callStatsTakenOut);
        checks.put("actives", () -> actives(DUBBO, "actives"));
        checks.put("actives triple", () -> actives(triple(), "actives-triple"));
        checks.put("console", this::console);
        checks.put("tps", () -> tps(DUBBO, "tps"));
        checks.put("tps triple", () -> tps(triple(), "tps-triple"));
        return checks;
    }

    // Deprecated on 3, and the only way that 2.7 has as well.
    @SuppressWarnings("deprecation")
    private static <T> ExtensionLoader<T> extensions(Class<T> type) {
        return ExtensionLoader.getExtensionLoader(type);
    }

    private static String triple() throws Cannot {
        if (!extensions(Protocol.class).getSupportedExtensions().contains(TRIPLE)) {
            throw new Cannot("no such protocol");
        }
        return TRIPLE;
    }

    private void strategy(String name, String door) throws Exception {
        verify(extensions(LoadBalance.class).getExtension(name).getClass().getName(), "io.github.dubboext.lb." + door);
        Gate one = new Gate();
        Gate other = new Gate();
        int port = stage.export(one, DUBBO, name, Map.of());
        int otherPort = stage.export(other, DUBBO, name, Map.of());
        Probe probe = stage.refer(DUBBO, name, Map.of("loadbalance", name));
        boolean hash = name.equals("ringhash") || name.equals("maglev");
        int[] key = {0};
        Stage.await("both providers of " + name, () -> {
            Map<Integer, Integer> seen = portsOf(probe, 40, hash ? key : null);
            return seen.containsKey(port) && seen.containsKey(otherPort);
        });
        if (hash) {
            verify(portsOf(probe, 40, null).size(), 1); // the same key, the same provider
        } else if (name.equals("smoothroundrobin")) {
            int ofOne = portsOf(probe, 100, null).get(port);
            verify(ofOne >= 48 && ofOne <= 52, true);
        } else if (name.equals("leastrequest")) {
            countsCallsInFlight(name, probe, one, other);
        }
    }

    /** While a call does not come back from one of two, all others go to the other one. */
    private static void countsCallsInFlight(String name, Probe probe, Gate one, Gate other) throws Exception {
        one.shut();
        other.shut();
        Callers stuck = Callers.begin(1, () -> probe.call("stuck"));
        Stage.await("a call of " + name, () -> one.inside() + other.inside() == 1);
        Gate free = one.inside() == 1 ? other : one;
        free.open();
        Map<Integer, Integer> ports = portsOf(probe, 20, null);
        verify(ports.size(), 1);
        one.open();
        other.open();
        verify(stuck.refused(), 0);
    }

    /** How many calls each port answers; with {@code key}, each call has another one. */
    private static Map<Integer, Integer> portsOf(Probe probe, int calls, int[] key) {
        Map<Integer, Integer> ports = new TreeMap<>();
        for (int i = 0; i < calls; i++) {
            try {
                ports.merge(probe.call(key == null ? "key" : "key-" + key[0]++), 1, Integer::sum);
            } catch (RuntimeException e) {
                ports.merge(0, 1, Integer::sum); // nobody there yet
            }
        }
        return ports;
    }

    private void warmUp() throws Exception {
        // Two, for of one Dubbo asks no load balance, and what it sees first is old.
        int oldPort = stage.export(new Gate(), DUBBO, "warmup", Map.of());
        int otherPort = stage.export(new Gate(), DUBBO, "warmup", Map.of());
        Probe byKey = stage.refer(DUBBO, "warmup", Map.of("loadbalance", "ringhash"));
        Probe byWeight = stage.refer(DUBBO, "warmup", Map.of("loadbalance", "weightedrandom"));
        Stage.await("the old providers", () -> {
            Map<Integer, Integer> ports = portsOf(byWeight, 40, null);
            return ports.containsKey(oldPort) && ports.containsKey(otherPort);
        });
        int youngPort = stage.export(new Gate(), DUBBO, "warmup", Map.of("warmup", "600000"));
        int[] key = {0};
        Stage.await("the young provider", () -> portsOf(byKey, 40, key).containsKey(youngPort));
        // Of its weight a hundredth for 6 s, and 5 of 100 after 30 s, so 10 of 400 calls: 40 are far from that.
        int ofYoung = portsOf(byWeight, 400, null).getOrDefault(youngPort, 0);
        verify(ofYoung < 40, true);
    }

    private void executes(String protocol, String group) throws Exception {
        Gate gate = new Gate();
        stage.export(gate, protocol, group, Map.of("executes", "3"));
        Probe probe = connect(protocol, group, Map.of());
        for (int round = 0; round < 2; round++) { // the second finds all permits back
            gate.shut();
            gate.peak();
            Callers callers = Callers.begin(10, () -> probe.call("key"));
            Stage.await("7 refusals", () -> callers.ended() == 7);
            verify(gate.inside(), 3);
            gate.open();
            verify(callers.refused(), 7);
            verify(gate.peak(), 3);
        }
    }

    private void limitTakenOut(String filter, Map<String, String> service, Map<String, String> reference)
            throws Exception {
        Gate gate = new Gate();
        String group = "off" + filter;
        stage.export(gate, DUBBO, group, with(service, "filter", filter));
        Probe probe = connect(DUBBO, group, with(reference, "filter", filter));
        gate.shut();
        Callers callers = Callers.begin(5, () -> probe.call("key"));
        Stage.await("all inside", () -> gate.inside() == 5);
        gate.open();
        verify(callers.refused(), 0);
    }

    /** Nobody counts, so a provider that does not answer goes on getting calls. */
    private void callStatsTakenOut() throws Exception {
        Gate stuck = new Gate();
        Gate free = new Gate();
        int port = stage.export(stuck, DUBBO, "off-stats", Map.of());
        int otherPort = stage.export(free, DUBBO, "off-stats", Map.of());
        Probe probe =
                stage.refer(DUBBO, "off-stats", Map.of("loadbalance", "leastrequest", "filter", "-lb-call-stats"));
        Stage.await("both providers", () -> {
            Map<Integer, Integer> seen = portsOf(probe, 40, null);
            return seen.containsKey(port) && seen.containsKey(otherPort);
        });
        stuck.shut();
        Callers callers = Callers.begin(40, () -> probe.call("key"));
        Stage.await("five stuck", () -> stuck.inside() >= 5);
        stuck.open();
        verify(callers.refused(), 0);
    }

    /** Both commands, as text and as JSON. */
    private void console() throws Exception {
        if (!Console.isThere()) {
            throw new Cannot("no place for commands");
        }
        Map<String, String> limit = Map.of("executes", "7");
        int port = stage.export(new Gate(), DUBBO, "console", limit);
        int otherPort = stage.export(new Gate(), DUBBO, "console", limit);
        Probe probe = stage.refer(DUBBO, "console", Map.of("loadbalance", "weightedrandom"));
        Stage.await("both providers", () -> {
            Map<Integer, Integer> seen = portsOf(probe, 40, null);
            return seen.containsKey(port) && seen.containsKey(otherPort);
        });
        Console.verify("console/" + Probe.class.getName(), port, otherPort);
    }

    private static Map<String, String> with(Map<String, String> parameters, String key, String value) {
        Map<String, String> all = new TreeMap<>(parameters);
        all.put(key, value);
        return all;
    }

    private void actives(String protocol, String group) throws Exception {
        Gate gate = new Gate();
        stage.export(gate, protocol, group, Map.of());
        Probe probe = connect(protocol, group, Map.of("actives", "2"));
        for (int round = 0; round < 2; round++) {
            gate.shut();
            Callers callers = Callers.begin(6, () -> probe.call("key"));
            Stage.await("2 inside", () -> gate.inside() == 2);
            gate.open();
            verify(callers.refused(), 0);
            verify(gate.peak(), 2);
        }
        gate.shut();
        Callers callers = Callers.beginAsync(6, () -> probe.later("key"));
        Stage.await("2 inside", () -> gate.inside() == 2);
        gate.open();
        verify(callers.refused(), 0);
        verify(gate.peak(), 2);
    }

    private void tps(String protocol, String group) throws Exception {
        stage.export(new Gate(), protocol, group, Map.of("later.tps", "5", "later.tps.interval", "600000"));
        Probe probe = connect(protocol, group, Map.of());
        Callers callers = Callers.begin(12, () -> {
            CompletableFuture<Integer> answer = probe.later("key");
            try {
                return answer.get();
            } catch (java.util.concurrent.ExecutionException e) {
                throw (Exception) e.getCause();
            }
        });
        verify(callers.refused(), 7);
    }

    private Probe connect(String protocol, String group, Map<String, String> parameters) throws Exception {
        Probe probe = stage.refer(protocol, group, parameters);
        Stage.await("a provider of " + group, () -> !portsOf(probe, 1, null).containsKey(0));
        return probe;
    }

    private static void verify(Object is, Object expected) {
        if (!is.equals(expected)) {
            throw new AssertionError("is " + is + ", not " + expected);
        }
    }
}
