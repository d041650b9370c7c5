package io.github.dubboext.samples.consumer.load;

import io.github.dubboext.samples.runtime.RunFailure;

/** A run was ended before its time; what it measured until then is not lost. */
public final class LoadStopped extends RunFailure {
    private static final long serialVersionUID = 1L;

    private final transient LoadResult soFar;

    LoadStopped(LoadResult soFar) {
        super("Stopped");
        this.soFar = soFar;
    }

    public LoadResult soFar() {
        return soFar;
    }
}
