package io.github.dubboext.samples.consumer.scenario;

/** One story about a strategy, a limit or a setting, told by a run with stated expectations. */
public interface Scenario {

    /** As given on the command line. */
    String name();

    /** What to expect, in one line. */
    String story();

    /** What {@code --baseline} runs in the place of this pack; empty where Dubbo ships no counterpart. */
    String baseline();

    /** Whether the baseline is Dubbo's own filter: the limit jar is then off the class path of every JVM. */
    default boolean ofLimits() {
        return false;
    }

    void play(Stage stage) throws Exception;
}
