package io.github.dubboext.lb.pick;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class KeyHashTest {

    @Test
    void md5_ofKnownTexts_isTheFirstWordOfTheirDigest() {
        // RFC 1321: MD5("") = d41d8cd9..., MD5("a") = 0cc175b9..., MD5("abc") = 90015098...
        assertThat(KeyHash.md5("")).isEqualTo(0xd98c1dd4L);
        assertThat(KeyHash.md5("a")).isEqualTo(0xb975c10cL);
        assertThat(KeyHash.md5("abc")).isEqualTo(0x98500190L);
    }

    @Test
    void hashes_areTheSameInEveryJvm() {
        assertThat(new long[] {
                    KeyHash.of("", 0),
                    KeyHash.of("user-4711", 2),
                    KeyHash.of("\u8ba2\u5355\ud83d\ude00", 2),
                    KeyHash.combine(1, 2)
                })
                .containsExactly(
                        -1205034819632174695L, // XXH64 of nothing
                        -9140520812874772836L,
                        6065571080841973575L,
                        2242683908592995587L);
    }

    @Test
    void aMillionKeysThatResembleEachOther_haveDifferentHashes() {
        // Two of 10^6 random 64-bit numbers are equal with a probability of 2.7e-8.
        long[] hashes = new long[1_000_000];
        Arrays.setAll(hashes, i -> KeyHash.of("u" + i, 2));
        Arrays.sort(hashes);
        for (int i = 1; i < hashes.length; i++) {
            if (hashes[i - 1] == hashes[i]) {
                throw new AssertionError("two of hash " + hashes[i]);
            }
        }
    }

    @Test
    void aBitMoreOrLess_changesHalfOfAllBits() {
        SplittableRandom random = new SplittableRandom(5);
        for (int bit = 0; bit < 64; bit++) {
            long flipsInMix = 0;
            long flipsInCombine = 0;
            for (int i = 0; i < 1_000; i++) {
                long value = random.nextLong();
                long other = value ^ 1L << bit;
                flipsInMix += Long.bitCount(KeyHash.mix(value) ^ KeyHash.mix(other));
                flipsInCombine += Long.bitCount(KeyHash.combine(7, value) ^ KeyHash.combine(7, other));
            }
            // Mean of 1,000 binomials(64, 1/2): 32, standard error 4 / sqrt(1,000) = 0.13; eight of them are 1.
            assertThat(flipsInMix / 1_000.0).as("mix, bit %d", bit).isBetween(31.0, 33.0);
            assertThat(flipsInCombine / 1_000.0).as("combine, bit %d", bit).isBetween(31.0, 33.0);
        }
    }

    @Test
    void noHash_meansThatThereIsNoKey() {
        // mix turned round: the one input that would give ABSENT.
        long bits = KeyHash.ABSENT;
        bits ^= bits >>> 32;
        bits *= inverse(0x165667B19E3779F9L);
        bits ^= bits >>> 29 ^ bits >>> 58;
        bits *= inverse(0xC2B2AE3D27D4EB4FL);
        bits ^= bits >>> 33;
        assertThat(KeyHash.mix(bits)).isZero();
        assertThat(KeyHash.mix(bits ^ 1)).isNotZero();
    }

    private static long inverse(long odd) {
        BigInteger all = BigInteger.ONE.shiftLeft(64);
        return BigInteger.valueOf(odd).mod(all).modInverse(all).longValue();
    }
}
