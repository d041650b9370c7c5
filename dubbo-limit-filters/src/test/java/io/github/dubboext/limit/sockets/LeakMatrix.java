package io.github.dubboext.limit.sockets;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dubboext.limit.LimitSnapshots;
import io.github.dubboext.limit.Refusals;
import io.github.dubboext.limit.core.LimitSnapshot;
import io.github.dubboext.limit.core.LimiterKey.Kind;
import io.github.dubboext.limit.testing.Statuses;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import org.apache.dubbo.rpc.RpcContext;
import org.junit.jupiter.params.provider.Arguments;

/** What every cell of the leak matrix has in common: how a call is made, and what must hold after it. */
final class LeakMatrix {

    static final int LIMIT = 2;

    final TrialImpl impl;

    LeakMatrix(TrialImpl impl) {
        this.impl = impl;
    }

    /** How caller and provider do one call. */
    enum Mode {
        SYNC_TO_SYNC("sync"),
        SYNC_TO_ASYNC("later"),
        ASYNC_TO_SYNC("sync"),
        ASYNC_TO_ASYNC("future");

        final String method;

        Mode(String method) {
            this.method = method;
        }

        boolean isSyncCaller() {
            return this == SYNC_TO_SYNC || this == SYNC_TO_ASYNC;
        }

        CompletableFuture<String> call(Trial trial, String how) {
            return switch (this) {
                case SYNC_TO_SYNC -> now(() -> trial.sync(how));
                case SYNC_TO_ASYNC -> now(() -> trial.later(how));
                case ASYNC_TO_SYNC, ASYNC_TO_ASYNC -> asyncCall(trial, how);
            };
        }

        /** The same method from an asynchronous caller in any case. */
        CompletableFuture<String> asyncCall(Trial trial, String how) {
            return switch (this) {
                case SYNC_TO_SYNC, ASYNC_TO_SYNC ->
                    started(() -> RpcContext.getServiceContext().asyncCall(() -> trial.sync(how)));
                case SYNC_TO_ASYNC ->
                    started(() -> RpcContext.getServiceContext().asyncCall(() -> trial.later(how)));
                case ASYNC_TO_ASYNC -> started(() -> trial.future(how));
            };
        }
    }

    private static CompletableFuture<String> now(Callable<String> call) {
        try {
            return CompletableFuture.completedFuture(call.call());
        } catch (Throwable e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private static CompletableFuture<String> started(Callable<CompletableFuture<String>> call) {
        try {
            CompletableFuture<String> future = call.call();
            assertThat(future).as("the future of an asynchronous call").isNotNull();
            return future;
        } catch (Exception e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    static Stream<Arguments> modes() {
        return Stream.of("dubbo", "tri").flatMap(p -> Stream.of(Mode.values()).map(m -> Arguments.of(p, m)));
    }

    static Stream<String> protocols() {
        return Stream.of("dubbo", "tri");
    }

    /** Waits for the end and returns what it was, or the exception in words. */
    static String end(CompletableFuture<String> call) {
        try {
            return call.get(20, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            return String.valueOf(e.getCause());
        } catch (InterruptedException | TimeoutException e) {
            throw new AssertionError(e);
        } catch (CancellationException e) {
            return "cancelled";
        }
    }

    static void idle(String what) {
        Statuses.eventually(() -> Statuses.busy().isEmpty());
        assertThat(Statuses.busy()).as(what).isEmpty();
    }

    /** The provider lets LIMIT in and refuses the next; {@code trial} has no limit of its own. */
    void admitsExactly(Trial trial, Mode mode, String what) {
        List<CompletableFuture<String>> held = holdLimit(trial, mode, what);
        try {
            Throwable refusal =
                    mode.call(trial, "return").handle((value, e) -> e).join();
            assertThat(Refusals.isRefused(refusal)).as(what + ": " + refusal).isTrue();
        } finally {
            impl.letGo();
        }
        held.forEach(call -> assertThat(end(call)).isEqualTo("held"));
    }

    /** The consumer of {@code trial} lets LIMIT out and the next one wait for its turn. */
    void waitsExactly(Trial trial, Mode mode, String what) {
        List<CompletableFuture<String>> held = holdLimit(trial, mode, what);
        try {
            assertThat(count(Kind.ACTIVES, mode, LimitSnapshot::inFlight))
                    .as(what)
                    .isEqualTo(LIMIT);
            held.add(mode.asyncCall(trial, "hold"));
            assertThat(Statuses.eventually(() -> count(Kind.ACTIVES, mode, LimitSnapshot::waiting) == 1))
                    .as(what)
                    .isTrue();
            assertThat(impl.inside.get()).as(what).isEqualTo(LIMIT);
        } finally {
            impl.letGo();
        }
        held.subList(0, LIMIT).forEach(call -> assertThat(end(call)).isEqualTo("held"));
        assertThat(Statuses.eventually(() -> impl.inside.get() == 1)).as(what).isTrue();
        impl.letGo();
        assertThat(end(held.get(LIMIT))).isEqualTo("held");
    }

    private List<CompletableFuture<String>> holdLimit(Trial trial, Mode mode, String what) {
        // A call that nobody waits for any more may still be held in the service, without a permit.
        impl.letGo();
        assertThat(Statuses.eventually(() -> impl.inside.get() == 0)).as(what).isTrue();
        List<CompletableFuture<String>> held = new ArrayList<>();
        for (int i = 0; i < LIMIT; i++) {
            held.add(mode.asyncCall(trial, "hold"));
        }
        assertThat(Statuses.eventually(() -> impl.inside.get() == LIMIT))
                .as(what)
                .isTrue();
        return held;
    }

    /** What the busiest of the counters of this kind and method says. */
    static int count(Kind kind, Mode mode, ToIntFunction<LimitSnapshot> number) {
        return LimitSnapshots.all().stream()
                .filter(snapshot -> snapshot.key().kind() == kind
                        && snapshot.key().service().equals(Trial.class.getName())
                        && snapshot.key().method().equals(mode.method))
                .mapToInt(number)
                .max()
                .orElse(-1);
    }
}
