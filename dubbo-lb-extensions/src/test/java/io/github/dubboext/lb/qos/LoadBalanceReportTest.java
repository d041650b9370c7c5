package io.github.dubboext.lb.qos;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LoadBalanceReportTest {

    @Test
    void noCalls_saySo() {
        LoadBalanceReport report = new LoadBalanceReport(List.of(), "");

        assertThat(report.text())
                .isEqualTo("No call of the last minute was balanced by this jar (a list of one provider needs no "
                        + "balancing).");
        assertThat(report.json()).isEqualTo("[]");
    }
}
