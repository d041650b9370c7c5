package io.github.dubboext.samples.runtime;

import java.lang.reflect.Field;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.apache.dubbo.common.utils.NetUtils;

/**
 * Keeps Dubbo on 127.0.0.1 when everything runs on one machine.
 *
 * <p>Dubbo takes every {@code 127.*} for a mistake and silently registers the first network card's address instead, also
 * where the configuration says {@code host="127.0.0.1"}. There is no setting against it, but Dubbo looks its own address
 * up only once and keeps it in a private field; filling that field first settles it for registration, binding and calls.
 */
public final class Loopback {
    public static final String HOST = "127.0.0.1";

    private Loopback() {}

    /** True for {@code localhost}, {@code 127.*} and {@code ::1}; false for any other name, also an unknown one. */
    public static boolean isLoopback(String host) {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }

    /** Has to run before Dubbo's first own look-up of the address. */
    public static void pin() {
        try {
            Field field = NetUtils.class.getDeclaredField("HOST_ADDRESS");
            field.setAccessible(true);
            field.set(null, HOST);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("This Dubbo keeps its own address elsewhere: " + e, e);
        }
    }
}
