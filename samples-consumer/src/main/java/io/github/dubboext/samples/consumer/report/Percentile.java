package io.github.dubboext.samples.consumer.report;

/** The percentiles that every report shows. */
enum Percentile {
    P50(50),
    P90(90),
    P95(95),
    P99(99),
    P99_9(99.9);

    private final double percent;

    Percentile(double percent) {
        this.percent = percent;
    }

    double percent() {
        return percent;
    }

    String label() {
        return percent == Math.rint(percent) ? "p" + (int) percent : "p" + percent;
    }
}
