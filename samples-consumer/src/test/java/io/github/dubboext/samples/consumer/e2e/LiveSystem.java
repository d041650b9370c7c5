package io.github.dubboext.samples.consumer.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dubboext.limit.Refusals;
import io.github.dubboext.samples.api.OrderService;
import io.github.dubboext.samples.api.ProviderState;
import io.github.dubboext.samples.consumer.cli.ConsumerMain;
import io.github.dubboext.samples.consumer.client.OrderClient;
import io.github.dubboext.samples.consumer.lab.Application;
import io.github.dubboext.samples.consumer.lab.Lab;
import io.github.dubboext.samples.consumer.lab.Rules;
import io.github.dubboext.samples.runtime.Cleanup;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** A system that stays up while rules are pushed: two providers, a consumer, and calls that never stop. */
final class LiveSystem {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final long POLL_MILLIS = 5;

    final Lab lab;
    final Rules rules;
    final OrderService service;
    private final Cleanup cleanup = Cleanup.atExit();
    private final ExecutorService callers = Executors.newCachedThreadPool();
    private final ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
    private final Thread pulse = new Thread(this::callForEver, "pulse");
    private final AtomicLong pulses = new AtomicLong();
    private volatile boolean ended;

    /** @param providers the options of each */
    LiveSystem(List<String> providers, Map<String, Object> reference) throws InterruptedException {
        lab = Lab.open(cleanup, null);
        rules = cleanup.open(() -> Rules.of(lab.registry()));
        List<List<String>> options =
                providers.stream().map(text -> List.of(text.split(" "))).toList();
        lab.startProviders(Application.builtProvider(ConsumerMain.class), options, line -> {});
        OrderClient client = cleanup.open(() -> new OrderClient(lab.registry()));
        client.start(reference);
        client.awaitProviders(providers.size(), PATIENCE);
        service = client.service();
        pulse.setDaemon(true);
        pulse.start();
    }

    /** The state is under no limit, so none of these calls may ever fail. */
    private void callForEver() {
        while (!ended) {
            try {
                service.getProviderState();
                pulses.incrementAndGet();
                Thread.sleep(POLL_MILLIS);
            } catch (Exception e) {
                failures.add(e);
            }
        }
    }

    void assertNoCallFailed() {
        assertThat(failures)
                .as("failures among " + pulses + " calls without a limit")
                .isEmpty();
        assertThat(pulses.get()).isPositive();
    }

    String provider(int index) {
        return "127.0.0.1:" + lab.providers().get(index).port();
    }

    /** Calls that run on a provider, as itself says. */
    int running(String provider) {
        for (int i = 0; i < 100; i++) {
            ProviderState state = service.getProviderState();
            if (state.getAddress().equals(provider)) {
                return state.getRunning();
            }
        }
        throw new AssertionError("No answer from " + provider);
    }

    /** Waits until a rule shows, and says how long it took. A call that is refused meanwhile shows nothing. */
    void await(String what, Callable<Boolean> shows) throws Exception {
        long start = System.nanoTime();
        while (!shownBy(shows)) {
            assertThat(Duration.ofNanos(System.nanoTime() - start)).as(what).isLessThan(PATIENCE);
            Thread.sleep(POLL_MILLIS);
        }
        System.out.println("shows after " + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start) + " ms: " + what);
    }

    private static boolean shownBy(Callable<Boolean> shows) throws Exception {
        try {
            return shows.call();
        } catch (RuntimeException e) {
            if (Refusals.isRefused(e)) {
                return false;
            }
            throw e;
        }
    }

    /** Begins so many calls at a time, each on a thread of its own. */
    <T> List<CompletableFuture<T>> begin(int calls, Callable<T> call) {
        List<CompletableFuture<T>> begun = new ArrayList<>();
        for (int i = 0; i < calls; i++) {
            CompletableFuture<T> result = new CompletableFuture<>();
            callers.execute(() -> {
                try {
                    result.complete(call.call());
                } catch (Throwable e) {
                    result.completeExceptionally(e);
                }
            });
            begun.add(result);
        }
        return begun;
    }

    void close() throws InterruptedException {
        ended = true;
        pulse.join();
        callers.shutdownNow();
        cleanup.close();
        assertThat(lab.folder().path()).doesNotExist();
    }
}
