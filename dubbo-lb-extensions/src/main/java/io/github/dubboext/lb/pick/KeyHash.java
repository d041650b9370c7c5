package io.github.dubboext.lb.pick;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * Hashes of keys and addresses, the same in every JVM. {@link #md5} is Dubbo's place on its ring; the rest are the steps
 * of xxHash64 (Yann Collet) for short input, over UTF-16 units instead of bytes, so that no bytes are made. Thread-safe.
 */
public final class KeyHash {
    /** In the place of a hash: the call has no key. No method here returns it. */
    public static final long ABSENT = Long.MIN_VALUE;

    private static final long PRIME_1 = 0x9E3779B185EBCA87L;
    private static final long PRIME_2 = 0xC2B2AE3D27D4EB4FL;
    private static final long PRIME_3 = 0x165667B19E3779F9L;
    private static final long PRIME_4 = 0x85EBCA77C2B2AE63L;
    private static final long PRIME_5 = 0x27D4EB2F165667C5L;

    private static final ThreadLocal<MessageDigest> MD5 = ThreadLocal.withInitial(KeyHash::newMd5);

    private KeyHash() {}

    /** The first four bytes of the MD5 of the UTF-8 form, little endian: from 0 to 2^32 - 1. */
    public static long md5(String key) {
        return word(MD5.get().digest(key.getBytes(StandardCharsets.UTF_8)), 0) & 0xFFFF_FFFFL;
    }

    /** A hash of a text, different for different seeds. O(length), allocates nothing. */
    public static long of(CharSequence text, long seed) {
        int length = text.length();
        long hash = seed + PRIME_5 + length;
        int at = 0;
        for (; at + 4 <= length; at += 4) {
            long word = text.charAt(at)
                    | (long) text.charAt(at + 1) << 16
                    | (long) text.charAt(at + 2) << 32
                    | (long) text.charAt(at + 3) << 48;
            hash = fold(hash, word);
        }
        for (; at < length; at++) {
            hash = Long.rotateLeft(hash ^ text.charAt(at) * PRIME_1, 23) * PRIME_2 + PRIME_3;
        }
        return mix(hash);
    }

    /** A hash of two hashes, in this order. */
    public static long combine(long first, long second) {
        return mix(fold(first, second));
    }

    /** Spreads each bit over all 64. */
    public static long mix(long bits) {
        long hash = (bits ^ bits >>> 33) * PRIME_2;
        hash = (hash ^ hash >>> 29) * PRIME_3;
        hash ^= hash >>> 32;
        return hash == ABSENT ? 0 : hash;
    }

    private static long fold(long hash, long word) {
        return Long.rotateLeft(hash ^ Long.rotateLeft(word * PRIME_2, 31) * PRIME_1, 27) * PRIME_1 + PRIME_4;
    }

    static MessageDigest newMd5() {
        try {
            return MessageDigest.getInstance("MD5");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has MD5", e);
        }
    }

    /** The {@code index}-th of the four little-endian words of a digest. */
    static int word(byte[] digest, int index) {
        int at = index * 4;
        return (digest[at] & 0xFF)
                | (digest[at + 1] & 0xFF) << 8
                | (digest[at + 2] & 0xFF) << 16
                | (digest[at + 3] & 0xFF) << 24;
    }
}
