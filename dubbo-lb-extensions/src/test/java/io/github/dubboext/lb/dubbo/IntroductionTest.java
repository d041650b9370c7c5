package io.github.dubboext.lb.dubbo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IntroductionTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "org.apache.dubbo.rpc.Filter",
                "org.apache.dubbo.rpc.cluster.LoadBalance",
                "org.apache.dubbo.qos.api.BaseCommand"
            })
    void text_namesAllThatTheJarRegisters(String spi) throws IOException {
        Properties registered = new Properties();
        try (Reader file = Files.newBufferedReader(Path.of("src/main/resources/META-INF/dubbo", spi))) {
            registered.load(file);
        }
        assertThat(Introduction.text("1.2.3", Introduction.names(), true))
                .startsWith("dubbo-lb-extensions 1.2.3 registered ")
                .contains(registered.stringPropertyNames());
        assertThat(Introduction.text("1.2.3", Introduction.names(), false)).doesNotContain("command");
    }
}
