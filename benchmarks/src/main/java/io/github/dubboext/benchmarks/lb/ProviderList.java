package io.github.dubboext.benchmarks.lb;

import io.github.dubboext.benchmarks.StubInvoker;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.dubbo.common.URL;
import org.apache.dubbo.rpc.Invocation;
import org.apache.dubbo.rpc.Invoker;
import org.apache.dubbo.rpc.Result;
import org.apache.dubbo.rpc.RpcInvocation;
import org.apache.dubbo.rpc.cluster.router.state.BitList;

/** A list of providers as Dubbo 3.3 hands it to a load balance: a new view of a new bit list for each call. */
final class ProviderList {
    private static final String SERVICE = "com.acme.OrderService";
    private static final long HOUR_MILLIS = 3_600_000;

    static final URL CONSUMER = URL.valueOf("consumer://10.9.9.9/" + SERVICE + "?interface=" + SERVICE
            + "&application=shop&side=consumer&timeout=1000&dubbo=2.0.2&release=3.3.6");
    private final BitList<Invoker<Object>> all;

    ProviderList(int n) {
        List<Invoker<Object>> invokers = new ArrayList<>(n);
        for (URL url : urls(n)) {
            invokers.add(new Provider(url));
        }
        this.all = new BitList<>(Collections.unmodifiableList(invokers));
    }

    /** Providers that started an hour ago, weights 100, 200, 300 in turn. */
    static List<URL> urls(int n) {
        long started = System.currentTimeMillis() - HOUR_MILLIS;
        List<URL> urls = new ArrayList<>(n);
        for (int i = 0; i < n; i++) {
            urls.add(URL.valueOf("dubbo://10.1." + i / 256 + "." + i % 256 + ":20880/" + SERVICE
                    + "?anyhost=true&application=shop-provider&background=false&category=providers&check=false"
                    + "&deprecated=false&dubbo=2.0.2&dynamic=true&executor-management-mode=isolation"
                    + "&file-cache=true&generic=false&interface=" + SERVICE
                    + "&methods=getOrder,cancelOrder,listOrders&path=" + SERVICE
                    + "&pid=4711&qos.enable=false&release=3.3.6&remote.application=shop-provider"
                    + "&revision=1.0.0&service-name-mapping=true&side=provider&threads=200&timeout=1000"
                    + "&timestamp=" + started + "&weight=" + 100 * (i % 3 + 1)));
        }
        return urls;
    }

    /** What {@code AbstractDirectory.list} returns, made as it makes it. */
    List<Invoker<Object>> next() {
        return Collections.unmodifiableList(all.clone());
    }

    static RpcInvocation call() {
        return call(4711L);
    }

    static RpcInvocation call(Object argument) {
        return new RpcInvocation(
                null, "getOrder", SERVICE, SERVICE, new Class<?>[] {argument.getClass()}, new Object[] {argument});
    }

    private static final class Provider extends StubInvoker<Object> {
        Provider(URL url) {
            super(Object.class, url);
        }

        @Override
        public Result invoke(Invocation invocation) {
            throw new UnsupportedOperationException("only to be picked");
        }
    }
}
