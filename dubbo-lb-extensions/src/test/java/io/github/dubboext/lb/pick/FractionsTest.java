package io.github.dubboext.lb.pick;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class FractionsTest {

    @Test
    void scale_ofAnyFractionAndBound_isTheExactProduct() {
        SplittableRandom random = new SplittableRandom(1);
        long[] edges = {0, 1, -1, Long.MAX_VALUE, Long.MIN_VALUE, 0xFFFF_FFFFL, 1L << 32};
        for (int i = 0; i < 20_000; i++) {
            long fraction = i < edges.length ? edges[i] : random.nextLong();
            long bound = random.nextLong() >>> random.nextInt(1, 64);
            assertThat(Fractions.scale(fraction, bound)).isEqualTo(product(fraction, bound));
            int small = (int) (bound >>> 33);
            assertThat(Fractions.scale(fraction, small)).isEqualTo((int) product(fraction, small));
        }
    }

    private static long product(long fraction, long bound) {
        BigInteger unsigned = new BigInteger(Long.toUnsignedString(fraction));
        return unsigned.multiply(BigInteger.valueOf(bound)).shiftRight(64).longValueExact();
    }

    @Test
    void of_partOfAWhole_isWithinADoublesPrecision() {
        assertThat(Fractions.of(0, 7)).isZero();
        assertThat(Fractions.of(1, 2)).isEqualTo(Long.MIN_VALUE); // 2^63
        assertThat(Fractions.of(1, 4)).isEqualTo(1L << 62);
        assertThat(Fractions.of(1, Long.MAX_VALUE)).isPositive().isLessThanOrEqualTo(4);
        assertThat(Long.toUnsignedString(Fractions.of(Long.MAX_VALUE - 1, Long.MAX_VALUE)))
                .startsWith("1844674407370955");
    }
}
