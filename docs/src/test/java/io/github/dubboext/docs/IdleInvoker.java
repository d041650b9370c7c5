package io.github.dubboext.docs;

import org.apache.dubbo.common.URL;
import org.apache.dubbo.rpc.Invocation;
import org.apache.dubbo.rpc.Invoker;
import org.apache.dubbo.rpc.Result;

/** A provider that is there to be picked. */
record IdleInvoker(URL url) implements Invoker<Object> {
    @Override
    public Class<Object> getInterface() {
        return Object.class;
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
    public Result invoke(Invocation invocation) {
        throw new UnsupportedOperationException("only to be picked");
    }

    @Override
    public void destroy() {}
}
