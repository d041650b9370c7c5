package io.github.dubboext.benchmarks.sim;

import io.github.dubboext.lb.pick.Candidates;
import io.github.dubboext.lb.pick.Picker;
import io.github.dubboext.lb.pick.Strategy;
import io.github.dubboext.lb.stats.ProviderStats;
import java.util.Arrays;

/** A consumer's balancer: the strategy, what it knows of each server, and the servers in its list. */
final class Consumer {
    private final Strategy strategy;
    private final ProviderStats[] stats;
    private int[] list;
    private Picker picker;

    Consumer(Strategy strategy, int servers) {
        this.strategy = strategy;
        this.stats = new ProviderStats[servers];
    }

    /** A new list, each server at its weight: a new picker, as in the shipped engine. */
    void update(int[] servers, long[] weights, long nowNanos) {
        list = servers;
        for (int server : servers) {
            if (stats[server] == null) {
                stats[server] = new ProviderStats(nowNanos);
            }
        }
        picker = strategy.picker(new Candidates() {
            @Override
            public int size() {
                return servers.length;
            }

            @Override
            public long weight(int index) {
                return weights[index];
            }

            @Override
            public long baseWeight(int index) {
                return weights[index];
            }

            @Override
            public String address(int index) {
                return "server:" + servers[index];
            }

            @Override
            public ProviderStats stats(int index) {
                return stats[servers[index]];
            }
        });
    }

    void update(int[] servers, long nowNanos) {
        long[] weights = new long[servers.length];
        Arrays.fill(weights, 100);
        update(servers, weights, nowNanos);
    }

    int pick() {
        return list[picker.pick(0, null)];
    }

    ProviderStats stats(int server) {
        return stats[server];
    }
}
