package io.github.dubboext.lb.dubbo;

import io.github.dubboext.lb.pick.Maglev;
import io.github.dubboext.lb.pick.RingHash;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/** What is configured for {@code ringhash} or {@code maglev} and one method. Immutable; equal if all values are. */
public final class HashSettings {
    static final String ARGUMENTS = "hash.arguments";
    static final String KEY = "hash.key";
    static final String NODES = "hash.nodes";
    static final String WEIGHTED = "hash.weighted";
    static final String BOUND = "hash.bound";
    static final String TABLE = "maglev.table";

    static final String KEY_ARGUMENTS = "arguments";
    static final String KEY_METHOD_AND_ARGUMENTS = "method+arguments";
    static final String KEY_ATTACHMENT = "attachment:";

    /** 3,000 providers with so many points each are 240 MB. */
    private static final int MOST_NODES = 10_000;
    /** The largest prime below 2^24: a table of 64 MB. */
    private static final int MOST_SLOTS = 16_777_213;

    private static final Pattern COMMA = Pattern.compile("\\s*,+\\s*");

    /** Points of a provider on the ring; 0 for maglev. */
    final int nodes;
    /** Whether the ring follows the weights. */
    final boolean weighted;
    /** Slots of the table; 0 for ringhash. */
    final int slots;
    /** 0 if calls in flight are not bounded. */
    final double bound;
    /** Name of the attachment that is the key, or null if arguments are. */
    final String attachment;
    /** Whether the method name is a part of the key. */
    final boolean method;
    /** Whether arguments are strung together as Dubbo does, to be where Dubbo is. */
    final boolean dubbo;

    private final int[] arguments;
    /** Tells about calls that have no key; not a setting, so not compared. */
    final Consumer<String> warnings;

    private HashSettings(Parameters parameters, boolean ring) {
        this.nodes = ring ? parameters.integer(NODES, RingHash.DEFAULT_NODES, 1, MOST_NODES) : 0;
        this.weighted = ring && parameters.flag(WEIGHTED, false);
        this.slots = ring ? 0 : prime(parameters);
        this.bound = bound(parameters);
        String key = key(parameters);
        this.attachment = key.startsWith(KEY_ATTACHMENT)
                ? key.substring(KEY_ATTACHMENT.length()).trim()
                : null;
        this.method = key.equals(KEY_METHOD_AND_ARGUMENTS);
        this.dubbo = ring && key.equals(KEY_ARGUMENTS);
        this.arguments = arguments(parameters);
        this.warnings = parameters.warnLater();
    }

    static HashSettings ofRing(Parameters parameters) {
        return new HashSettings(parameters, true);
    }

    static HashSettings ofMaglev(Parameters parameters) {
        return new HashSettings(parameters, false);
    }

    /** Indexes of the arguments that are the key, in the order configured. */
    int[] arguments() {
        return arguments.clone();
    }

    private static int prime(Parameters parameters) {
        String defaultText = String.valueOf(Maglev.DEFAULT_SLOTS);
        String expected = "a prime from 2 to " + MOST_SLOTS;
        return parameters.value(TABLE, Maglev.DEFAULT_SLOTS, defaultText, expected, text -> {
            int slots = Integer.parseInt(text);
            boolean prime = slots >= 2
                    && slots <= MOST_SLOTS
                    && BigInteger.valueOf(slots).isProbablePrime(50);
            return prime ? slots : null;
        });
    }

    private static double bound(Parameters parameters) {
        return parameters.value(BOUND, 0.0, "no bound", "a number from 1.0 to 1000", text -> {
            double bound = Double.parseDouble(text);
            return bound >= 1 && bound <= 1_000 ? bound : null;
        });
    }

    private static String key(Parameters parameters) {
        String expected = KEY_ARGUMENTS + ", " + KEY_METHOD_AND_ARGUMENTS + " or " + KEY_ATTACHMENT + "NAME";
        return parameters.value(KEY, KEY_ARGUMENTS, KEY_ARGUMENTS, expected, text -> {
            String key = text.replace(' ', '+'); // what decoding a URL once too often makes of it
            if (key.equals(KEY_ARGUMENTS) || key.equals(KEY_METHOD_AND_ARGUMENTS)) {
                return key;
            }
            return text.startsWith(KEY_ATTACHMENT) && text.length() > KEY_ATTACHMENT.length() ? text : null;
        });
    }

    private static int[] arguments(Parameters parameters) {
        return parameters.value(ARGUMENTS, new int[] {0}, "0", "indexes from 0 up, separated by commas", text -> {
            int[] indexes =
                    Arrays.stream(COMMA.split(text)).mapToInt(Integer::parseInt).toArray();
            return indexes.length > 0 && Arrays.stream(indexes).allMatch(index -> index >= 0) ? indexes : null;
        });
    }

    @Override
    public boolean equals(Object other) {
        if (!(other instanceof HashSettings)) {
            return false;
        }
        HashSettings that = (HashSettings) other;
        return nodes == that.nodes
                && weighted == that.weighted
                && slots == that.slots
                && Double.compare(bound, that.bound) == 0
                && Objects.equals(attachment, that.attachment)
                && method == that.method
                && dubbo == that.dubbo
                && Arrays.equals(arguments, that.arguments);
    }

    @Override
    public int hashCode() {
        return Objects.hash(nodes, weighted, slots, bound, attachment, method, dubbo, Arrays.hashCode(arguments));
    }
}
