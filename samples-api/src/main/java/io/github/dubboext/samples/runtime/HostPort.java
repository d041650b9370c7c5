package io.github.dubboext.samples.runtime;

/** {@code HOST:PORT} as given on a command line. */
public record HostPort(String host, int port) {
    @Override
    public String toString() {
        return host + ":" + port;
    }
}
