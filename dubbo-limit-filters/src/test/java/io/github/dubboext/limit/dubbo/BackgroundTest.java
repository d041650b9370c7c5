package io.github.dubboext.limit.dubbo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.github.dubboext.limit.testing.Logged;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class BackgroundTest {

    @Test
    void regularCheck_failsOnce_isToldOnceAndGoesOn() {
        AtomicInteger rounds = new AtomicInteger();
        Runnable check = Background.goingOn(() -> {
            if (rounds.incrementAndGet() <= 2) {
                throw new IllegalStateException("handover");
            }
        });

        try (Logged logged = new Logged()) {
            assertThatCode(check::run).doesNotThrowAnyException();
            assertThatCode(check::run).doesNotThrowAnyException();
            assertThatCode(check::run).doesNotThrowAnyException();

            assertThat(rounds).hasValue(3);
            assertThat(logged.texts("A regular check"))
                    .containsExactly("A regular check of the limits failed and will be tried again:"
                            + " java.lang.IllegalStateException: handover");
        }
    }
}
