package io.github.dubboext.samples.consumer.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/** A command as it was given, and can be given again. */
final class AsTyped {
    private AsTyped() {}

    static String of(CommandSpec spec) {
        List<String> words = new ArrayList<>(spec.commandLine().getParseResult().originalArgs());
        words.remove("--exit-with-parent");
        boolean byScript = words.remove("--start-all") || words.get(0).equals("soak");
        words.replaceAll(word -> word.contains(" ") ? '"' + word + '"' : word);
        return (byScript ? "./" : "java -jar samples-consumer.jar ") + String.join(" ", words);
    }
}
