package io.github.dubboext.samples.consumer.lab;

import io.github.dubboext.samples.runtime.RunFailure;
import io.github.dubboext.samples.runtime.TemporaryFolder;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** A sample application as it is built: a jar to start, and {@code lib} with the jars it names beside it. */
public record Application(Path jar) {
    private static final String BUILT = "samples.built";

    public Application {
        if (!Files.isRegularFile(jar)) {
            throw new RunFailure("There is no " + jar + " (build it with: mvn -DskipTests package)");
        }
    }

    /** The provider that the same build made. */
    public static Application builtProvider(Class<?> consumerMain) {
        return new Application(target(consumerMain)
                .resolve("../../samples-provider/target/samples-provider.jar")
                .normalize());
    }

    /** The consumer that this is. */
    public static Application builtConsumer(Class<?> consumerMain) {
        return new Application(target(consumerMain).resolve("samples-consumer.jar"));
    }

    /** Where the build put the consumer; a copy without some jars is told by whoever made it. */
    private static Path target(Class<?> consumerMain) {
        String told = System.getProperty(BUILT);
        return told != null
                ? Path.of(told)
                : Path.of(consumerMain
                                .getProtectionDomain()
                                .getCodeSource()
                                .getLocation()
                                .getPath())
                        .getParent();
    }

    /** For a JVM that runs a copy of the consumer: what it starts is not beside it. */
    public static List<String> jvmOptions(Class<?> consumerMain) {
        return List.of("-D" + BUILT + "=" + target(consumerMain));
    }

    /**
     * The same application with some jars left off its class path, laid out in the temporary folder. A class path given to
     * {@code java -cp} would not do: the manifest of the jar brings back what it names, as far as it is there.
     *
     * @param names beginnings of the names of jars in {@code lib}
     */
    public Application without(List<String> names, TemporaryFolder folder) {
        if (names.isEmpty()) {
            return this;
        }
        Path copy = folder.folder("without-" + String.join("-", names));
        Path lib = folder.folder(copy.getFileName() + File.separator + "lib");
        try (Stream<Path> jars = Files.list(jar.resolveSibling("lib"))) {
            for (Path each : (Iterable<Path>) jars::iterator) {
                String name = each.getFileName().toString();
                if (names.stream().noneMatch(name::startsWith)) {
                    Files.createSymbolicLink(lib.resolve(name), each.toAbsolutePath());
                }
            }
            // Not a link: Java looks for lib/ beside what a link leads to.
            return new Application(Files.copy(jar, copy.resolve(jar.getFileName())));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
