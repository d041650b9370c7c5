package io.github.dubboext.samples.consumer.load;

/**
 * The end of one call.
 *
 * @param provider {@code host:port} of who answered, or who was last tried; empty where nobody was
 */
public record Answer(Outcome outcome, String provider) {}
