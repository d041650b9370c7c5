package io.github.dubboext.lb.dubbo;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.dubbo.common.URL;
import org.apache.dubbo.rpc.Invocation;
import org.apache.dubbo.rpc.Invoker;
import org.apache.dubbo.rpc.Result;
import org.apache.dubbo.rpc.RpcInvocation;
import org.apache.dubbo.rpc.cluster.router.state.BitList;

/** Invokers without a provider behind them, and lists of the kinds that Dubbo hands over. */
public final class Invokers {
    public static final String SERVICE = "com.acme.OrderService";

    private static final URL CONSUMER = URL.valueOf("consumer://10.9.9.9/" + SERVICE + "?interface=" + SERVICE);

    private Invokers() {}

    public static final class Stub implements Invoker<Object> {
        private volatile URL url;

        public Stub(URL url) {
            this.url = url;
        }

        public void setUrl(URL changed) {
            this.url = changed;
        }

        @Override
        public Class<Object> getInterface() {
            return Object.class;
        }

        @Override
        public Result invoke(Invocation invocation) {
            throw new UnsupportedOperationException("only to be picked");
        }

        @Override
        public URL getUrl() {
            return url;
        }

        @Override
        public boolean isAvailable() {
            return true;
        }

        @Override
        public void destroy() {}

        @Override
        public String toString() {
            return url.getAddress();
        }
    }

    /** One provider at 10.x.y.z with parameters {@code k=v&k=v}. */
    public static Stub stub(int number, String parameters) {
        return new Stub(url(number, parameters));
    }

    public static URL url(int number, String parameters) {
        return URL.valueOf("dubbo://10." + number / 65_536 + "." + number / 256 % 256 + "." + number % 256 + ":20880/"
                + SERVICE + "?interface=" + SERVICE + (parameters.isEmpty() ? "" : "&" + parameters));
    }

    public static List<Invoker<Object>> stubs(int from, int n, String parameters) {
        return IntStream.range(from, from + n)
                .mapToObj(i -> stub(i, parameters))
                .collect(Collectors.toCollection(ArrayList::new));
    }

    /** As AbstractDirectory.list hands it over: a new unmodifiable view of a new BitList on each call. */
    public static List<Invoker<Object>> asDubboDoes(List<Invoker<Object>> origin) {
        return Collections.unmodifiableList(new BitList<>(origin));
    }

    /** The same after routing has left only {@code members}. */
    public static List<Invoker<Object>> routed(List<Invoker<Object>> origin, BitSet members) {
        return Collections.unmodifiableList(new BitList<>(origin, (BitSet) members.clone(), null));
    }

    public static RpcInvocation call(String method) {
        return new RpcInvocation(null, method, SERVICE, "", new Class<?>[0], new Object[0]);
    }

    /** The reference's own URL: one object for all its calls. */
    public static URL consumer() {
        return CONSUMER;
    }
}
