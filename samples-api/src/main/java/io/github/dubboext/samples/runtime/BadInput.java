package io.github.dubboext.samples.runtime;

/** An option that cannot be meant; the message is all a user needs. Exit code 2. */
public final class BadInput extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public BadInput(String message) {
        super(message);
    }

    static BadInput of(String option, String value, String expected) {
        return new BadInput(option + ": " + value + " (expected: " + expected + ")");
    }
}
