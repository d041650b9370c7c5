package io.github.dubboext.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Java source of the pages. */
final class Compiled {
    private static final Pattern TYPE = Pattern.compile("(?m)^(?:public )?(?:final )?class (\\w+)");
    private static final Pattern PACKAGE = Pattern.compile("(?m)^package ([\\w.]+);");

    private Compiled() {}

    /** Where a source file with this text belongs. */
    static String fileName(String source) {
        Matcher type = TYPE.matcher(source);
        assertThat(type.find()).as("a class in: %s", source).isTrue();
        Matcher in = PACKAGE.matcher(source);
        return (in.find() ? in.group(1).replace('.', '/') + "/" : "") + type.group(1) + ".java";
    }

    /** Compiles all that is in {@code sources}. */
    static void compile(Path sources, Path classes, String release) throws IOException {
        List<Path> files;
        try (Stream<Path> walk = Files.walk(sources)) {
            files = walk.filter(file -> file.toString().endsWith(".java")).toList();
        }
        JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
        StringWriter told = new StringWriter();
        try (StandardJavaFileManager manager = javac.getStandardFileManager(null, null, null)) {
            boolean good = javac.getTask(
                            told,
                            manager,
                            null,
                            List.of(
                                    "--release",
                                    release,
                                    "-parameters",
                                    "-Xlint:-options",
                                    "-proc:none",
                                    "-classpath",
                                    classes + File.pathSeparator + classPath(),
                                    "-d",
                                    classes.toString()),
                            null,
                            manager.getJavaFileObjectsFromPaths(files))
                    .call();
            assertThat(good).as(told.toString()).isTrue();
        }
    }

    static String classPath() {
        // Surefire's own class path is a jar that names the others.
        return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    }

    static URLClassLoader loader(Path classes, ClassLoader parent) throws IOException {
        return new URLClassLoader(new URL[] {classes.toUri().toURL()}, parent);
    }
}
