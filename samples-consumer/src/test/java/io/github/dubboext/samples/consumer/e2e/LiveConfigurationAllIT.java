package io.github.dubboext.samples.consumer.e2e;

class LiveConfigurationAllIT extends LiveConfiguration {
    LiveConfigurationAllIT() {
        super("all");
    }
}
