package io.github.dubboext.samples.consumer.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dubboext.samples.runtime.RunFailure;
import io.github.dubboext.samples.runtime.TemporaryFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ApplicationTest {

    @Test
    void without_oneJar_everythingElseIsThere(@TempDir Path target) throws Exception {
        Path jar = Files.writeString(target.resolve("app.jar"), "app");
        Path lib = Files.createDirectory(target.resolve("lib"));
        Files.writeString(lib.resolve("dubbo-3.3.6.jar"), "dubbo");
        Files.writeString(lib.resolve("dubbo-limit-filters-0.1.0.jar"), "ours");
        try (TemporaryFolder folder = TemporaryFolder.create("application-test-")) {
            Application without = new Application(jar).without(List.of("dubbo-limit-filters"), folder);

            assertThat(without.jar()).hasContent("app");
            assertThat(without.jar().toRealPath().getParent()).isNotEqualTo(target.toRealPath());
            assertThat(without.jar().resolveSibling("lib"))
                    .isDirectoryContaining("glob:**/dubbo-3.3.6.jar")
                    .isDirectoryNotContaining("glob:**/dubbo-limit-filters*");
        }
        assertThat(lib).isDirectoryContaining("glob:**/dubbo-limit-filters-0.1.0.jar");
    }

    @Test
    void without_nothing_isTheSame(@TempDir Path target) throws Exception {
        Application application = new Application(Files.writeString(target.resolve("app.jar"), "app"));

        assertThat(application.without(List.of(), null)).isSameAs(application);
    }

    @Test
    void application_jarMissing_saysHowToBuildIt(@TempDir Path target) {
        Path jar = target.resolve("app.jar");

        assertThatThrownBy(() -> new Application(jar))
                .isInstanceOf(RunFailure.class)
                .hasMessage("There is no " + jar + " (build it with: mvn -DskipTests package)");
    }
}
