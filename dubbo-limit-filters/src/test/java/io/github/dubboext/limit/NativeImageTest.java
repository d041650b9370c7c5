package io.github.dubboext.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A native image knows what META-INF/dubbo names, and nothing that is not there. */
class NativeImageTest {
    private static final Path RESOURCES = Path.of("src/main/resources/META-INF");
    private static final Path METADATA = RESOURCES.resolve("native-image/io.github.dubboext/dubbo-limit-filters");

    @Test
    void reflection_isForTheClassesThatDubboLoads() throws IOException {
        Set<String> loaded = new TreeSet<>(Set.of("org.apache.dubbo.rpc.RpcContextAttachment"));
        for (Path file : extensions()) {
            for (String line : Files.readAllLines(file)) {
                if (line.contains("=")) {
                    loaded.add(line.substring(line.indexOf('=') + 1).trim());
                }
            }
        }

        assertThat(values("reflect-config.json", "name")).isEqualTo(loaded).allSatisfy(Class::forName);
    }

    @Test
    void resources_areTheFilesThatDubboReads() throws IOException {
        Set<String> read = extensions().stream()
                .map(file -> "\\\\QMETA-INF/dubbo/" + file.getFileName() + "\\\\E")
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(values("resource-config.json", "pattern")).isEqualTo(read);
    }

    private static Set<Path> extensions() throws IOException {
        try (Stream<Path> files = Files.list(RESOURCES.resolve("dubbo"))) {
            return files.collect(Collectors.toSet());
        }
    }

    private static Set<String> values(String file, String key) throws IOException {
        return Pattern.compile("\"" + key + "\": \"([^\"]*)\"")
                .matcher(Files.readString(METADATA.resolve(file)))
                .results()
                .map(match -> match.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
