package io.github.dubboext.lb.pick;

import static org.assertj.core.api.Assertions.assertThat;

/** Pearson's test of counts against the shares that they ought to have. */
public final class ChiSquare {
    private ChiSquare() {}

    /**
     * Fails if counts as far off as these, or further, come up with a probability below {@code alpha} when every pick
     * follows {@code weights}. A weight of 0 allows no pick at all. Cells should expect 5 picks or more.
     */
    public static void assertFollows(long[] counts, long[] weights, double alpha) {
        double total = 0;
        long picks = 0;
        for (int i = 0; i < weights.length; i++) {
            total += weights[i];
            picks += counts[i];
        }
        double statistic = 0;
        int cells = 0;
        for (int i = 0; i < weights.length; i++) {
            double expected = picks * (weights[i] / total);
            if (weights[i] == 0) {
                assertThat(counts[i]).as("picks of weight 0 at %d", i).isZero();
            } else {
                statistic += (counts[i] - expected) * (counts[i] - expected) / expected;
                cells++;
            }
        }
        assertThat(probability(cells - 1, statistic))
                .as("probability of chi-square %.1f or more with %d cells", statistic, cells)
                .isGreaterThanOrEqualTo(alpha);
    }

    /** P(chi-square >= x): the upper incomplete gamma function Q(df / 2, x / 2), by series or continued fraction. */
    static double probability(int degreesOfFreedom, double x) {
        double a = degreesOfFreedom / 2.0;
        double half = x / 2;
        if (half <= 0) {
            return 1;
        }
        double front = Math.exp(a * Math.log(half) - half - logGamma(degreesOfFreedom));
        if (half < a + 1) {
            double term = 1 / a;
            double sum = term;
            for (int k = 1; k < 10_000; k++) {
                term *= half / (a + k);
                sum += term;
            }
            return 1 - front * sum;
        }
        double fraction = 0; // evaluated from the far end
        for (int k = 500; k > 0; k--) {
            fraction = k * (a - k) / (half + 2 * k + 1 - a + fraction);
        }
        return front / (half + 1 - a + fraction);
    }

    /** ln(Gamma(df / 2)), by Gamma(x + 1) = x * Gamma(x) from Gamma(1/2) or Gamma(1). */
    private static double logGamma(int degreesOfFreedom) {
        double sum = degreesOfFreedom % 2 == 0 ? 0 : Math.log(Math.PI) / 2;
        for (double x = degreesOfFreedom % 2 == 0 ? 1 : 0.5; x < degreesOfFreedom / 2.0; x++) {
            sum += Math.log(x);
        }
        return sum;
    }
}
