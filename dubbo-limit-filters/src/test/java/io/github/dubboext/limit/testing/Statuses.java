package io.github.dubboext.limit.testing;

import io.github.dubboext.limit.LimitSnapshots;
import io.github.dubboext.limit.core.LimitSnapshot;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentMap;
import java.util.function.BooleanSupplier;
import org.apache.dubbo.rpc.RpcStatus;

/** Looks at every counter of this JVM, Dubbo's and ours. */
public final class Statuses {

    private Statuses() {}

    /** Everything that is not zero, in words; empty if nothing is. */
    public static List<String> busy() {
        List<String> busy = new ArrayList<>();
        for (LimitSnapshot snapshot : LimitSnapshots.all()) {
            if (snapshot.inFlight() != 0 || snapshot.waiting() != 0) {
                busy.add(snapshot.toString());
            }
        }
        read("SERVICE_STATISTICS").forEach((url, status) -> {
            if (((RpcStatus) status).getActive() != 0) {
                busy.add("RpcStatus " + url + " " + ((RpcStatus) status).getActive());
            }
        });
        read("METHOD_STATISTICS")
                .forEach((url, methods) -> ((Map<?, ?>) methods).forEach((method, status) -> {
                    if (((RpcStatus) status).getActive() != 0) {
                        busy.add("RpcStatus " + url + "#" + method + " " + ((RpcStatus) status).getActive());
                    }
                }));
        return busy;
    }

    private static ConcurrentMap<?, ?> read(String name) {
        try {
            Field field = RpcStatus.class.getDeclaredField(name);
            field.setAccessible(true);
            return (ConcurrentMap<?, ?>) field.get(null);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.getMessage(), e);
        }
    }

    /** Polls until {@code condition} holds, generously; returns whether it came true. */
    public static boolean eventually(BooleanSupplier condition) {
        long end = System.nanoTime() + 20_000_000_000L;
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - end > 0) {
                return false;
            }
            java.util.concurrent.locks.LockSupport.parkNanos(2_000_000);
        }
        return true;
    }
}
