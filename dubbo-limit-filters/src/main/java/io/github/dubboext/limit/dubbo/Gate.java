package io.github.dubboext.limit.dubbo;

import io.github.dubboext.limit.core.LimitSnapshot;
import java.util.List;
import org.apache.dubbo.common.URL;
import org.apache.dubbo.rpc.Invocation;
import org.apache.dubbo.rpc.Invoker;
import org.apache.dubbo.rpc.Result;

/** What one method of one service has to pass. Thread-safe, but {@link #configure} is for one thread at a time. */
interface Gate {

    /** Lets the call through, or refuses it; {@code status} is where {@code RpcStatus} counts it. */
    Result pass(Invoker<?> next, Invocation invocation, StatusUrl status);

    /**
     * Takes over what {@code url} says now; calls that wait feel it at once. Adds to {@code problems} what cannot be
     * read, and keeps the last good value (or the default).
     */
    void configure(URL url, List<String> problems);

    /** The last chain is gone: ends what waits. */
    void close();

    /** Tells about permits that never came back. */
    void watch(long nowNanos);

    LimitSnapshot snapshot();
}
