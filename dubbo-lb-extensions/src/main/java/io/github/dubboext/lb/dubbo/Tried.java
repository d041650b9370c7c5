package io.github.dubboext.lb.dubbo;

import io.github.dubboext.lb.pick.Live;
import java.util.Collections;
import java.util.List;
import org.apache.dubbo.rpc.Invocation;
import org.apache.dubbo.rpc.Invoker;

/**
 * The providers that this call has not gone to yet: a retry should try one of them first. Dubbo keeps the list since 3.2;
 * before, this class knows of none, and there is what Dubbo's own retry does, which draws again if it gets the same.
 */
final class Tried extends CallLive {
    private static volatile boolean known = true;

    private final List<? extends Invoker<?>> tried;
    private final Invoker<?>[] invokers;
    private final Live live;

    private Tried(List<? extends Invoker<?>> tried, Invoker<?>[] invokers, Live live) {
        this.tried = tried;
        this.invokers = invokers;
        this.live = live;
    }

    /** {@code live} without the providers that were tried; null if none was. */
    static Tried without(Invocation invocation, Invoker<?>[] invokers, Live live) {
        List<? extends Invoker<?>> tried = by(invocation);
        return tried.isEmpty() ? null : new Tried(tried, invokers, live);
    }

    private static List<? extends Invoker<?>> by(Invocation invocation) {
        if (known && invocation != null) {
            try {
                List<Invoker<?>> tried = invocation.getInvokedInvokers();
                return tried == null ? Collections.emptyList() : tried;
            } catch (NoSuchMethodError | AbstractMethodError e) {
                known = false;
            }
        }
        return Collections.emptyList();
    }

    @Override
    boolean has(int index) {
        Invoker<?> invoker = invokers[index];
        for (int i = 0; i < tried.size(); i++) { // no iterator: another branch of a forked call may add to it meanwhile
            if (tried.get(i) == invoker) {
                return false;
            }
        }
        return live == null || live.contains(index);
    }
}
