package io.github.dubboext.limit.dubbo;

import java.lang.reflect.Method;
import java.util.HashSet;
import java.util.Set;
import org.apache.dubbo.common.URL;
import org.apache.dubbo.rpc.Invocation;
import org.apache.dubbo.rpc.service.GenericService;
import org.apache.dubbo.rpc.support.RpcUtils;

/**
 * Which method names deserve a counter of their own: callers of generic services can make them up. Immutable.
 */
final class MethodNames {

    /** What all other names share. */
    static final String OTHER = "*";

    /** Where every name may be real, so many are believed. */
    private static final int BELIEVED_MAX = 1_024;

    private final Set<String> known = new HashSet<>();
    private final boolean open;

    MethodNames(URL url, Class<?> type) {
        for (Method method : type.getMethods()) {
            known.add(method.getName());
        }
        String declared = url.getParameter("methods");
        if (declared != null) {
            for (String name : declared.split(",", -1)) {
                known.add(name.trim());
            }
        }
        known.add("$echo");
        open = GenericService.class.isAssignableFrom(type);
    }

    /** A method that exists. */
    boolean isKnown(String name) {
        return known.contains(name);
    }

    /** The name under which a call counts, if {@code keyed} names have a counter already. */
    String counted(String name, URL url, String limitKey, int keyed) {
        return known.contains(name) || (open && keyed < BELIEVED_MAX) || url.hasMethodParameter(name, limitKey)
                ? name
                : OTHER;
    }

    /** The method that is meant, also by a generic call. */
    static String of(Invocation invocation) {
        String name = RpcUtils.getMethodName(invocation);
        int last = name.length() - 1;
        // Dubbo's generic filter trims; a counter of its own for " work" would be no limit at all.
        return last >= 0 && (name.charAt(0) <= ' ' || name.charAt(last) <= ' ') ? name.trim() : name;
    }
}
