package io.github.dubboext.samples.runtime;

/** Something outside went wrong (no ZooKeeper, port in use, ...); the message is all a user needs. Exit code 1. */
public class RunFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public RunFailure(String message) {
        super(message);
    }

    public RunFailure(String message, Throwable cause) {
        super(message, cause);
    }
}
