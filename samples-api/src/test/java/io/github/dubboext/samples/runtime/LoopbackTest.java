package io.github.dubboext.samples.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.dubbo.common.utils.NetUtils;
import org.junit.jupiter.api.Test;

class LoopbackTest {

    @Test
    void isLoopback_names_onlyThisMachinesOwn() {
        assertThat(Loopback.isLoopback("127.0.0.1")).isTrue();
        assertThat(Loopback.isLoopback("127.5.0.1")).isTrue();
        assertThat(Loopback.isLoopback("localhost")).isTrue();
        assertThat(Loopback.isLoopback("[::1]")).isTrue();
        assertThat(Loopback.isLoopback("192.0.2.1")).isFalse();
    }

    @Test
    void pin_beforeDubboLooks_settlesItsAddress() {
        Loopback.pin();

        assertThat(NetUtils.getLocalHost()).isEqualTo("127.0.0.1");
    }
}
