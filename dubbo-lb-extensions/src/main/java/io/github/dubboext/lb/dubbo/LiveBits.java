package io.github.dubboext.lb.dubbo;

/** A set of positions. For one thread. */
final class LiveBits extends CallLive {
    private final long[] words;

    LiveBits(int size) {
        this.words = new long[(size + 63) >>> 6];
    }

    void add(int index) {
        words[index >>> 6] |= 1L << index;
    }

    @Override
    boolean has(int index) {
        return (words[index >>> 6] & 1L << index) != 0;
    }
}
