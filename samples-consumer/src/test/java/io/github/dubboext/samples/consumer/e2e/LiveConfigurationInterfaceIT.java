package io.github.dubboext.samples.consumer.e2e;

class LiveConfigurationInterfaceIT extends LiveConfiguration {
    LiveConfigurationInterfaceIT() {
        super("interface");
    }
}
