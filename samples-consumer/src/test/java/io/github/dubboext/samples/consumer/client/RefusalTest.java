package io.github.dubboext.samples.consumer.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.ExecutionException;
import org.apache.dubbo.remoting.RemotingException;
import org.apache.dubbo.rpc.RpcException;
import org.junit.jupiter.api.Test;

class RefusalTest {

    @Test
    void of_flattenedToAText_isWhatTheProviderSent() {
        String sent =
                "RpcException: too many, in provider dubbo://host\nRpcException: too many\n\tat a.B.c\n\tat a.B.d\n";
        Throwable thrown = new RpcException(
                RpcException.NETWORK_EXCEPTION,
                "a much longer text of the consumer's own, about registries, methods and how often it was tried",
                new ExecutionException(new RemotingException(null, sent)));

        assertThat(Refusal.of(thrown)).isEqualTo(new Refusal(48, 2, true, false));
    }

    @Test
    void of_codeDeepInTheChain_isFound() {
        Throwable thrown = new RpcException(
                new ExecutionException(new RpcException(RpcException.LIMIT_EXCEEDED_EXCEPTION, "too many")));

        assertThat(Refusal.of(thrown)).isEqualTo(new Refusal(8, 0, false, true));
    }
}
