package io.github.dubboext.lb.dubbo;

import org.apache.dubbo.rpc.Invocation;
import org.apache.dubbo.rpc.support.RpcUtils;

/** Which method a call is for. */
final class Methods {
    private Methods() {}

    /** The method that is meant, also by a generic call; empty where there is none. */
    static String name(Invocation invocation) {
        String name = invocation == null ? null : RpcUtils.getMethodName(invocation);
        return name == null ? "" : name;
    }
}
