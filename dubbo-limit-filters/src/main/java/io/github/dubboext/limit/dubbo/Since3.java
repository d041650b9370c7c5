package io.github.dubboext.limit.dubbo;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.dubbo.common.URL;
import org.apache.dubbo.rpc.RpcContext;

/**
 * What only Dubbo 3 has, with what 2.7 does instead. The calls are in {@link Calls}, which 2.7 never loads.
 */
// Deprecated in 3 is what 2.7 has nothing else for.
@SuppressWarnings("deprecation")
final class Since3 {

    private static final String COUNTDOWN_KEY = "timeout-countdown";

    static final boolean PRESENT = exists("org.apache.dubbo.rpc.RpcContextAttachment");

    private Since3() {}

    private static boolean exists(String name) {
        try {
            Class.forName(name, false, Since3.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }

    /** Where the attachments of the next call are; 2.7 has one context for all. */
    static RpcContext clientContext() {
        return PRESENT ? Calls.clientContext() : RpcContext.getContext();
    }

    /** The countdown that this thread's calls share, or null. */
    static Object countdown() {
        return PRESENT
                ? Calls.clientContext().getObjectAttachment(COUNTDOWN_KEY)
                : RpcContext.getContext().get(COUNTDOWN_KEY);
    }

    /** Makes {@code future} the one that Dubbo's proxies hand out for the call of this thread. */
    static void setFuture(CompletableFuture<?> future) {
        RpcContext.getContext().setFuture(future);
    }

    /** Before a call goes on elsewhere: 3 has carried its context over, 2.7 shares one object between threads. */
    static void separateContext(Map<String, Object> attachments, Object countdown) {
        if (!PRESENT) {
            newContext(attachments, countdown);
        }
    }

    /** Gives this thread a context of its own, as 2.7 needs it. */
    static void newContext(Map<String, Object> attachments, Object countdown) {
        RpcContext.removeContext();
        RpcContext context = RpcContext.getContext();
        context.setObjectAttachments(attachments);
        if (countdown != null) {
            context.set(COUNTDOWN_KEY, countdown);
        }
    }

    /** What tells two references of one service apart; null on 2.7, where they share one limit. */
    static Object reference(URL url) {
        return PRESENT ? Calls.serviceModel(url) : null;
    }

    /** The object that one registry URL carries for a config, where 2.7 has a parameter. */
    static Object attribute(URL url, String key) {
        return PRESENT ? Calls.attribute(url, key) : null;
    }

    private static final class Calls {
        static RpcContext clientContext() {
            return RpcContext.getClientAttachment();
        }

        static Object serviceModel(URL url) {
            return url.getServiceModel();
        }

        static Object attribute(URL url, String key) {
            return url.getAttribute(key);
        }
    }
}
