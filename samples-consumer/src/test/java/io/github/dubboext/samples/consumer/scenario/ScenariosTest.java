package io.github.dubboext.samples.consumer.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dubboext.samples.runtime.BadInput;
import org.junit.jupiter.api.Test;

class ScenariosTest {

    @Test
    void list_namesEveryScenarioOnce() {
        assertThat(Scenarios.names())
                .doesNotHaveDuplicates()
                .allSatisfy(name -> assertThat(Scenarios.list()).containsPattern("(?m)^" + name + " "));
        assertThat(Scenarios.list()).contains("--baseline: leastactive, shortestresponse");
    }

    @Test
    void named_everyOtherThanCompare_isFoundAndTellsItsStoryInALine() {
        for (String name : Scenarios.names()) {
            if (!name.equals("compare")) {
                Scenario scenario = Scenarios.named(name);
                assertThat(scenario.name()).isEqualTo(name);
                assertThat(scenario.story()).hasSizeLessThan(120).endsWith(".").doesNotContain("\n");
            }
        }
    }

    @Test
    void named_unknown_saysWhatThereIs() {
        assertThatThrownBy(() -> Scenarios.named("fast"))
                .isInstanceOf(BadInput.class)
                .hasMessageStartingWith("SCENARIO: fast (expected: list, all or one of compare, slow-provider, ");
    }
}
