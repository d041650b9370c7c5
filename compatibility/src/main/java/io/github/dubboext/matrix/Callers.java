package io.github.dubboext.matrix;

import io.github.dubboext.limit.Refusals;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** Calls begun at the same time, and what becomes of them. */
final class Callers {
    private final List<CompletableFuture<Integer>> calls = new ArrayList<>();

    /** On a thread each. */
    static Callers begin(int count, Callable<Integer> call) {
        Callers callers = new Callers();
        for (int i = 0; i < count; i++) {
            CompletableFuture<Integer> result = new CompletableFuture<>();
            callers.calls.add(result);
            Thread thread = new Thread(() -> {
                try {
                    result.complete(call.call());
                } catch (Throwable e) {
                    result.completeExceptionally(e);
                }
            });
            thread.setDaemon(true);
            thread.start();
        }
        return callers;
    }

    /** On this thread, without waiting. */
    static Callers beginAsync(int count, Callable<CompletableFuture<Integer>> call) throws Exception {
        Callers callers = new Callers();
        for (int i = 0; i < count; i++) {
            callers.calls.add(call.call());
        }
        return callers;
    }

    long ended() {
        return calls.stream().filter(CompletableFuture::isDone).count();
    }

    /** Waits for all; how many were refused. Any other failure is one of the check. */
    int refused() throws Exception {
        int refused = 0;
        for (CompletableFuture<Integer> call : calls) {
            try {
                call.get();
            } catch (ExecutionException e) {
                if (!Refusals.isRefused(e.getCause())) {
                    throw e;
                }
                refused++;
            }
        }
        return refused;
    }
}
