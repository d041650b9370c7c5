package io.github.dubboext.samples.consumer.load;

import java.util.Locale;

/** How a call ended. */
public enum Outcome {
    OK(Group.OK),

    /** Refused by the provider: too many calls of the method were running there. */
    EXECUTES(Group.REFUSED),
    /** Refused by this consumer: too many calls of the method were under way to that provider. */
    ACTIVES(Group.REFUSED),
    /** Refused by the provider: too many calls in this interval. */
    TPS(Group.REFUSED),
    /** Refused by a limit that says no more about itself. */
    OTHER_LIMIT(Group.REFUSED),

    /** No answer in time. */
    TIMEOUT(Group.FAILED),
    /** No connection, or lost with the call under way. */
    NETWORK(Group.FAILED),
    /** The registry has nobody that could be called. */
    NO_PROVIDER(Group.FAILED),
    /** The method itself threw. */
    BUSINESS(Group.FAILED),
    /** Anything else. */
    OTHER(Group.FAILED),
    /** Due by the arrival rate, but no thread was free to send it before the run ended. */
    UNSENT(Group.FAILED);

    /** The three columns of the table. */
    public enum Group {
        OK,
        REFUSED,
        FAILED
    }

    private final Group group;

    Outcome(Group group) {
        this.group = group;
    }

    public Group group() {
        return group;
    }

    /** As shown to people: lower case, with spaces. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
