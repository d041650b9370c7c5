package io.github.dubboext.lb.env;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SystemEnvTest {

    @Test
    void interruptedClockThread_clearsTheFlag_becauseNoParkLastsWhileItStands() throws InterruptedException {
        BooleanSupplier owner = () -> true;
        Env.system().housekeep(owner);
        Thread clock = Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("dubbo-lb-clock"))
                .findFirst()
                .orElseThrow();
        clock.interrupt();
        for (int i = 0; i < 1_000 && clock.isInterrupted(); i++) {
            Thread.sleep(10); // its next turn comes within a tenth of a second
        }
        assertThat(clock.isInterrupted()).isFalse();
        assertThat(owner.getAsBoolean()).isTrue(); // reachable until here
    }
}
