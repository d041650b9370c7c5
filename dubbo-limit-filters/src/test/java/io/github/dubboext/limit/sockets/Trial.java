package io.github.dubboext.limit.sockets;

import java.util.concurrent.CompletableFuture;
import org.apache.dubbo.common.stream.StreamObserver;

/** A service whose caller says how each call is to end. */
public interface Trial {

    /** Synchronous to write, synchronous to call. */
    String sync(String mode);

    /** Synchronous to call; the provider answers later, by an AsyncContext. */
    String later(String mode);

    CompletableFuture<String> future(String mode);

    /** A stream of answers; triple only. */
    void stream(String mode, StreamObserver<String> answers);
}
