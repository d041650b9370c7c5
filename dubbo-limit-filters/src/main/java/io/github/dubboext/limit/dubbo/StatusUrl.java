package io.github.dubboext.limit.dubbo;

import org.apache.dubbo.common.URL;

/**
 * Stands for a URL where only its identity string counts: {@code RpcStatus} asks for it four times a call, and the URL
 * would build it anew each time, which is most of what {@code RpcStatus} costs.
 */
final class StatusUrl extends URL {

    private static final long serialVersionUID = 1L;

    private final String identity;

    StatusUrl(URL url) {
        super(url.getProtocol(), url.getHost(), url.getPort());
        this.identity = url.toIdentityString();
    }

    @Override
    public String toIdentityString() {
        return identity;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof StatusUrl && identity.equals(((StatusUrl) other).identity);
    }

    @Override
    public int hashCode() {
        return identity.hashCode();
    }
}
