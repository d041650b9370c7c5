package io.github.dubboext.benchmarks.page;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The part of a file that is written by this command, the rest of it by people. */
final class Markers {
    static final String BEGIN = "<!-- performance:begin -->";
    static final String END = "<!-- performance:end -->";

    private Markers() {}

    /** Does nothing to a file that is not there or has no such part. */
    static void replace(Path file, List<String> lines) throws IOException {
        if (!Files.exists(file)) {
            return;
        }
        String text = Files.readString(file);
        int begin = text.indexOf(BEGIN);
        int end = text.indexOf(END, Math.max(0, begin));
        if (begin >= 0 && end >= 0) {
            Files.writeString(
                    file,
                    text.substring(0, begin + BEGIN.length()) + "\n" + String.join("\n", lines) + "\n"
                            + text.substring(end));
        }
    }
}
