package io.github.dubboext.limit.dubbo;

import org.apache.dubbo.rpc.Invocation;
import org.apache.dubbo.rpc.Invoker;
import org.apache.dubbo.rpc.Result;
import org.apache.dubbo.rpc.support.RpcUtils;

/** Leads a call of a provider chain to the gate of its method. Thread-safe. */
public final class ExecuteGuard {

    private final PerInvoker<ExecuteGates> chains = new PerInvoker<>(ExecuteGates::new);

    public Result invoke(Invoker<?> next, Invocation invocation) {
        return chains.get(next).gateOf(RpcUtils.getMethodName(invocation)).pass(next, invocation);
    }
}
