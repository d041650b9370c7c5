package io.github.dubboext.lb.stats;

/** How a call ended, as far as it tells something about the provider. */
public enum Outcome {
    /** An answer, good or bad: a value, or an exception that the method declares. */
    ANSWER,
    /** No answer that helps: a broken connection, a refusal, an exception that nobody declared. */
    FAILURE,
    /** No answer in time. The provider is probably still working on the call. */
    TIMEOUT,
    /** Nothing is known about it: a one-way call, or one that this side gave up before the provider could answer. */
    UNKNOWN
}
