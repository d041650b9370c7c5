package io.github.dubboext.samples.consumer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dubboext.samples.consumer.load.LoadResults;
import io.github.dubboext.samples.consumer.load.Outcome;
import io.github.dubboext.samples.consumer.load.Sample;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TerminalTest {
    private static final String LINE = "ewma               2 s       6 calls/s  p99 4.0 ms  refused 1  failed 1";

    /** 12 calls in 2 s, each 4 ms. */
    private final Sample sample = LoadResults.of(
                    2000, 4, Map.of("a", Map.of(Outcome.OK, 10L, Outcome.TPS, 1L, Outcome.TIMEOUT, 1L)))
            .timeline()
            .get(0);

    private final StringWriter written = new StringWriter();

    @Test
    void progress_onATerminal_isOneLineThatKeepsChangingAndMakesRoomForTheNext() {
        Terminal terminal = terminal(true, true);

        terminal.progress("ewma", sample);
        terminal.progress("ewma", sample);
        terminal.say("done");

        assertThat(written).hasToString(String.format("\r\u001b[K%s\r\u001b[K%s\r\u001b[Kdone%n", LINE, LINE));
    }

    @Test
    void progress_elsewhere_isPlainLines() {
        Terminal terminal = terminal(false, false);

        terminal.progress("ewma", sample);
        terminal.print("PASS x\n");

        assertThat(written).hasToString(String.format("%s%nPASS x%n", LINE));
    }

    @Test
    void print_withColours_verdictsOnly() {
        terminal(true, true).print("PASS\nFAIL it\nSURPASSED\n");

        assertThat(written).hasToString("\u001b[32mPASS\u001b[0m\n\u001b[31mFAIL\u001b[0m it\nSURPASSED\n");
    }

    @Test
    void print_noColours_asItIs() {
        terminal(true, false).print("FAIL\n");

        assertThat(written).hasToString("FAIL\n");
    }

    private Terminal terminal(boolean live, boolean coloured) {
        return new Terminal(new PrintWriter(written), live, coloured);
    }
}
