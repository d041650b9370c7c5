package io.github.dubboext.benchmarks.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.VerboseMode;

class PlanTest {

    @ParameterizedTest
    @EnumSource
    void plan_commands_nameBenchmarksThatExist(Plan plan) throws Exception {
        Set<String> names = new LinkedHashSet<>();
        for (List<Step> steps : plan.parts().values()) {
            for (Step step : steps) {
                assertThat(names.add(step.name())).as(step.name()).isTrue();
                assertThat(step.command()).startsWith("benchmarks/run " + step.tool());
                if (step.tool().equals("jmh")) {
                    CommandLineOptions options =
                            new CommandLineOptions(step.arguments().toArray(String[]::new));
                    for (String include : options.getIncludes()) {
                        assertThat(BenchmarkList.defaultList()
                                        .find(
                                                OutputFormatFactory.createFormatInstance(
                                                        System.out, VerboseMode.SILENT),
                                                List.of(include),
                                                List.of()))
                                .as(include)
                                .isNotEmpty();
                    }
                }
            }
        }
    }
}
