package io.github.dubboext.samples.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class CleanupTest {
    private final List<String> closed = new ArrayList<>();
    private final Cleanup cleanup = Cleanup.atExit();

    @Test
    void close_severalSteps_lastOpenedFirstAndOnce() {
        cleanup.open(() -> () -> closed.add("folder"));
        cleanup.open(() -> () -> closed.add("server"));

        cleanup.close();
        cleanup.close();

        assertThat(closed).containsExactly("server", "folder");
    }

    @Test
    void close_stepFails_othersAreStillClosed() {
        cleanup.open(() -> () -> closed.add("folder"));
        cleanup.open(() -> () -> {
            throw new IllegalStateException("on purpose");
        });

        cleanup.close();

        assertThat(closed).containsExactly("folder");
    }

    @Test
    void open_whileItCloses_failsWithoutWaiting() {
        // A step may wait for somebody who is about to open the next thing.
        cleanup.open(() -> () -> {
            assertThat(CompletableFuture.runAsync(() -> cleanup.open(() -> () -> closed.add("late"))))
                    .failsWithin(Duration.ofSeconds(30));
            closed.add("step");
        });

        cleanup.close();

        assertThat(closed).containsExactly("step");
    }

    @Test
    void open_afterClose_startsNothing() {
        cleanup.close();

        assertThatThrownBy(() -> cleanup.open(() -> () -> closed.add("late"))).isInstanceOf(RunFailure.class);
        assertThat(closed).isEmpty();
    }
}
