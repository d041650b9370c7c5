package io.github.dubboext.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.dubbo.common.URL;
import org.apache.dubbo.rpc.cluster.configurator.parser.ConfigParser;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.yaml.snakeyaml.Yaml;

/** Commands on the pages are there, with their options; rules on the pages mean to Dubbo what they say. */
class CommandsAndRulesTest {
    private static final Pattern OPTION = Pattern.compile("(?<![\\w-])--[a-z][a-z-]+");
    /** Of docker compose, and of Java itself. */
    private static final Set<String> OF_OTHERS = Set.of("--build", "--exit-code-from", "--add-opens");

    static Stream<String> pages() throws IOException {
        return PagesTest.pages();
    }

    @ParameterizedTest
    @MethodSource("pages")
    void program_exists(String name) {
        Page page = Page.of(name);
        Set<String> programs = new TreeSet<>();
        Stream.concat(page.fences("").stream().flatMap(fence -> fence.text().lines()), page.code().stream())
                .map(line -> line.trim().split("\\s+", 2)[0])
                .filter(word -> word.startsWith("./") || word.startsWith("benchmarks/"))
                .forEach(programs::add);
        for (String program : programs) {
            assertThat(Page.REPOSITORY.resolve(program)).as(name).exists();
        }
    }

    @ParameterizedTest
    @MethodSource("pages")
    void option_isKnownToASample(String name) throws IOException {
        Page page = Page.of(name);
        Set<String> used = Stream.concat(
                        page.fences("").stream()
                                .filter(fence -> fence.text().contains("./stress")
                                        || fence.text().contains("java -jar samples-"))
                                .map(Page.Fence::text),
                        page.code().stream())
                .flatMap(text -> OPTION.matcher(text).results().map(match -> match.group()))
                .collect(Collectors.toCollection(TreeSet::new));
        used.removeAll(OF_OTHERS);
        assertThat(options()).as(name).containsAll(used);
    }

    /** Every option that a command of the samples or a script declares. */
    private static Set<String> options() throws IOException {
        Set<String> options = new TreeSet<>();
        for (String folder :
                List.of("samples-provider/src/main", "samples-consumer/src/main", "samples-api/src/main")) {
            try (Stream<Path> files = Files.walk(Page.REPOSITORY.resolve(folder))) {
                for (Path file :
                        files.filter(path -> path.toString().endsWith(".java")).toList()) {
                    OPTION.matcher(Files.readString(file)).results().forEach(match -> options.add(match.group()));
                }
            }
        }
        return options;
    }

    static Stream<String> rules() throws IOException {
        return pages().flatMap(page -> Page.of(page).fences("yaml").stream().map(Page.Fence::text));
    }

    @ParameterizedTest
    @MethodSource("rules")
    void rule_isReadByDubbo(String yaml) {
        Map<String, Object> rule = new Yaml().load(yaml);
        List<URL> urls = ConfigParser.parseConfigurators(yaml);
        assertThat(urls).isNotEmpty();
        for (Object config : (List<?>) rule.get("configs")) {
            Map<?, ?> parameters = (Map<?, ?>) ((Map<?, ?>) config).get("parameters");
            assertThat(urls)
                    .anySatisfy(url -> parameters.forEach((key, value) ->
                            assertThat(url.getParameter(String.valueOf(key))).isEqualTo(String.valueOf(value))));
        }
        assertThat(urls).allSatisfy(url -> assertThat(url.getServiceInterface()).isEqualTo(rule.get("key")));
    }
}
