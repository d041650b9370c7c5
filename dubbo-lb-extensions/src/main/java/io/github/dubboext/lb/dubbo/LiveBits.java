package io.github.dubboext.lb.dubbo;

import io.github.dubboext.lb.pick.Live;

/** A set of positions. For one thread. */
final class LiveBits implements Live {
    private final long[] words;

    LiveBits(int size) {
        this.words = new long[(size + 63) >>> 6];
    }

    void add(int index) {
        words[index >>> 6] |= 1L << index;
    }

    @Override
    public boolean contains(int index) {
        return (words[index >>> 6] & 1L << index) != 0;
    }
}
