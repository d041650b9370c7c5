package io.github.dubboext.samples.consumer.load;

/**
 * The end of one call.
 *
 * @param provider {@code host:port} of who answered, or who was last tried; empty where nobody was
 * @param reason what a failed call said; empty for an answer
 */
public record Answer(Outcome outcome, String provider, String reason) {
    public Answer(Outcome outcome, String provider) {
        this(outcome, provider, "");
    }
}
