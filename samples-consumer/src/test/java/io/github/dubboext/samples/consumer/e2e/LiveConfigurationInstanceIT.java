package io.github.dubboext.samples.consumer.e2e;

class LiveConfigurationInstanceIT extends LiveConfiguration {
    LiveConfigurationInstanceIT() {
        super("instance");
    }
}
