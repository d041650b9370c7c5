package io.github.dubboext.benchmarks.lb;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is measured is a call that gets its answer. */
class InvocationBenchmarkTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "first",
                "random",
                "smoothroundrobin",
                "leastrequest",
                "adaptive",
                "ewma",
                "consistenthash",
                "maglev"
            })
    void call_withAnyStrategy_isAnswered(String loadbalance) {
        InvocationBenchmark benchmark = new InvocationBenchmark();
        benchmark.n = 10;
        benchmark.loadbalance = loadbalance;
        benchmark.refer();
        for (int i = 0; i < 20; i++) {
            assertThat(benchmark.call()).isEqualTo("ok");
        }
    }
}
