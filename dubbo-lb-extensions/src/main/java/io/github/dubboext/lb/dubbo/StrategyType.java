package io.github.dubboext.lb.dubbo;

import io.github.dubboext.lb.env.Env;
import io.github.dubboext.lb.pick.Strategy;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.apache.dubbo.rpc.Invocation;

/**
 * What the engine needs to know of a strategy: its settings, how one is made, and what the key of a call is.
 *
 * @param <S> the settings: immutable, equal if nothing changed
 */
public interface StrategyType<S> {

    /** Reads and checks the settings of one method; when a list or a weight has changed, never per call. */
    S read(Parameters parameters);

    /** A new strategy; called again for a method only if its settings have changed. */
    Strategy create(S settings, Env env);

    /** How to hash the key of a call, or null if this strategy does not look at it. */
    default ToLongFunction<Invocation> keys(S settings) {
        return null;
    }

    /** A type without settings or keys. */
    static StrategyType<Boolean> of(Function<Env, Strategy> create) {
        return new StrategyType<Boolean>() {
            @Override
            public Boolean read(Parameters parameters) {
                return Boolean.TRUE;
            }

            @Override
            public Strategy create(Boolean settings, Env env) {
                return create.apply(env);
            }
        };
    }
}
