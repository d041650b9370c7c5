package io.github.dubboext.matrix;

import java.util.concurrent.CompletableFuture;

/** What is called. */
public interface Probe {

    /** Answers with the port that the call came in on, as soon as the {@link Gate} is open. */
    int call(String key);

    /** The same, without a thread of the server. */
    CompletableFuture<Integer> later(String key);
}
