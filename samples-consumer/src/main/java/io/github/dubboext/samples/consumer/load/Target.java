package io.github.dubboext.samples.consumer.load;

import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** What is put under load. Called from many threads at once; a failed call is an {@link Answer} too. */
public interface Target {

    Answer call(long key);

    CompletableFuture<Answer> callAsync(long key);

    /** Calls under way at this moment, by provider; empty where nobody counts them. */
    default Map<String, Integer> inFlight() {
        return Map.of();
    }
}
