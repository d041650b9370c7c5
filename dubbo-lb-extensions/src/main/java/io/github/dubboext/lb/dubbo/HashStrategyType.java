package io.github.dubboext.lb.dubbo;

import io.github.dubboext.lb.env.Env;
import io.github.dubboext.lb.pick.Maglev;
import io.github.dubboext.lb.pick.RingHash;
import io.github.dubboext.lb.pick.Strategy;
import java.util.function.ToLongFunction;
import org.apache.dubbo.rpc.Invocation;

/** The strategies that send equal keys to one provider. */
public enum HashStrategyType implements StrategyType<HashSettings> {
    RING {
        @Override
        public HashSettings read(Parameters parameters) {
            return HashSettings.ofRing(parameters);
        }

        @Override
        public Strategy create(HashSettings settings, Env env) {
            return new RingHash(settings.nodes, settings.weighted, settings.bound, env);
        }
    },
    MAGLEV {
        @Override
        public HashSettings read(Parameters parameters) {
            return HashSettings.ofMaglev(parameters);
        }

        @Override
        public Strategy create(HashSettings settings, Env env) {
            return new Maglev(settings.slots, settings.bound, env, settings.warnings);
        }
    };

    @Override
    public ToLongFunction<Invocation> keys(HashSettings settings) {
        return new HashKey(settings);
    }
}
