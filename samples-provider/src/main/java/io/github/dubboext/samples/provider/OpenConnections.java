package io.github.dubboext.samples.provider;

import java.util.function.IntSupplier;
import org.apache.dubbo.rpc.ProtocolServer;
import org.apache.dubbo.rpc.model.FrameworkModel;
import org.apache.dubbo.rpc.protocol.dubbo.DubboProtocol;

/** How many connections the {@code dubbo} protocol of this JVM has open. */
public final class OpenConnections implements IntSupplier {

    @Override
    public int getAsInt() {
        int open = 0;
        for (ProtocolServer server :
                DubboProtocol.getDubboProtocol(FrameworkModel.defaultModel()).getServers()) {
            open += server.getRemotingServer().getChannels().size();
        }
        return open;
    }
}
