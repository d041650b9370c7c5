package io.github.dubboext.samples.consumer.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dubboext.samples.consumer.load.Outcome;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.apache.dubbo.remoting.Channel;
import org.apache.dubbo.remoting.RemotingException;
import org.apache.dubbo.remoting.TimeoutException;
import org.apache.dubbo.rpc.RpcException;
import org.junit.jupiter.api.Test;

/** The shapes are those that Dubbo 3.3.6 was seen to throw. */
class FailuresTest {
    private static final String EXECUTES =
            "The service using threads greater than <dubbo:service executes=\"1\" /> limited.";

    @Test
    void classify_executesOverDubbo_isFoundInTheTextOfANetworkError() {
        Throwable thrown = new RpcException(
                RpcException.NETWORK_EXCEPTION,
                "Failed to invoke the method getOrderInfo",
                new ExecutionException(
                        new RemotingException((Channel) null, "RpcException: " + EXECUTES + "\n at ...")));

        assertThat(Failures.classify(thrown)).isEqualTo(Outcome.EXECUTES);
    }

    @Test
    void classify_executesOverTriple_isFoundInTheCause() {
        Throwable thrown = new RpcException(
                new ExecutionException(new RpcException(RpcException.LIMIT_EXCEEDED_EXCEPTION, EXECUTES)));

        assertThat(Failures.classify(thrown)).isEqualTo(Outcome.EXECUTES);
    }

    @Test
    void classify_limitsByTheirWords_eachIsNamed() {
        assertThat(Failures.classify(new RpcException(
                        RpcException.LIMIT_EXCEEDED_EXCEPTION,
                        "Waiting concurrent invoke timeout in client-side for service: S, method: m")))
                .isEqualTo(Outcome.ACTIVES);
        assertThat(Failures.classify(new RpcException(new ExecutionException(
                        new RpcException("Failed to invoke service S.m because exceed max service tps.")))))
                .isEqualTo(Outcome.TPS);
        assertThat(Failures.classify(new RpcException(
                        RpcException.LIMIT_EXCEEDED_EXCEPTION, "... cause: actives=\"3\" calls are in flight.")))
                .isEqualTo(Outcome.ACTIVES);
        assertThat(Failures.classify(new RpcException(
                        RpcException.LIMIT_EXCEEDED_EXCEPTION, "... cause: more calls than tps=\"50\" in 1000 ms.")))
                .isEqualTo(Outcome.TPS);
        assertThat(Failures.classify(new RpcException(RpcException.LIMIT_EXCEEDED_EXCEPTION, "busy")))
                .isEqualTo(Outcome.OTHER_LIMIT);
    }

    @Test
    void classify_codes_eachKind() {
        assertThat(Failures.classify(new RpcException(RpcException.TIMEOUT_EXCEPTION, "late")))
                .isEqualTo(Outcome.TIMEOUT);
        assertThat(Failures.classify(new RpcException(RpcException.NETWORK_EXCEPTION, "gone")))
                .isEqualTo(Outcome.NETWORK);
        assertThat(Failures.classify(new RpcException(RpcException.FORBIDDEN_EXCEPTION, "nobody")))
                .isEqualTo(Outcome.NO_PROVIDER);
        assertThat(Failures.classify(new RpcException(RpcException.SERIALIZATION_EXCEPTION, "odd")))
                .isEqualTo(Outcome.OTHER);
    }

    @Test
    void classify_unknownOnTop_theCauseDecides() {
        assertThat(Failures.classify(
                        new RpcException(new ExecutionException(new RpcException(RpcException.TIMEOUT_EXCEPTION, "")))))
                .isEqualTo(Outcome.TIMEOUT);
    }

    @Test
    void classify_asyncFailures_areNoRpcExceptions() {
        assertThat(Failures.classify(
                        new CompletionException(new TimeoutException(true, (Channel) null, "no answer in 1000 ms"))))
                .isEqualTo(Outcome.TIMEOUT);
        assertThat(Failures.classify(
                        new CompletionException(new RemotingException((Channel) null, "channel inactive"))))
                .isEqualTo(Outcome.NETWORK);
    }

    @Test
    void classify_exceptionOfTheMethod_isBusinessWhateverItSays() {
        assertThat(Failures.classify(new IllegalStateException(EXECUTES))).isEqualTo(Outcome.BUSINESS);
        assertThat(Failures.classify(new CompletionException(new IllegalStateException("no such order"))))
                .isEqualTo(Outcome.BUSINESS);
    }

    @Test
    void reason_severalCausesAndLines_isTheFirstLineOfTheInnermost() {
        Throwable thrown =
                new RpcException("outer", new ExecutionException(new IllegalStateException("what it was\n at ...")));

        assertThat(Failures.reason(thrown)).isEqualTo("java.lang.IllegalStateException: what it was");
        assertThat(Failures.reason(new IllegalStateException("x".repeat(1000)))).hasSize(304);
    }
}
