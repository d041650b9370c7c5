package io.github.dubboext.lb;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dubboext.lb.dubbo.Invokers;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import org.apache.dubbo.common.extension.ExtensionLoader;
import org.apache.dubbo.rpc.Invoker;
import org.apache.dubbo.rpc.cluster.LoadBalance;
import org.apache.dubbo.rpc.model.ApplicationModel;
import org.apache.dubbo.rpc.model.FrameworkModel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DoorsTest {

    static Set<String> names() throws IOException {
        Properties file = new Properties();
        try (InputStream in =
                DoorsTest.class.getResourceAsStream("/META-INF/dubbo/org.apache.dubbo.rpc.cluster.LoadBalance")) {
            file.load(in);
        }
        return file.stringPropertyNames();
    }

    @ParameterizedTest
    @MethodSource("names")
    void name_loadsOurClass_oncePerApplication(String name) {
        FrameworkModel framework = new FrameworkModel();
        try {
            LoadBalance one = loader(framework.newApplication()).getExtension(name);
            LoadBalance other = loader(framework.newApplication()).getExtension(name);
            assertThat(one.getClass().getPackage().getName()).isEqualTo("io.github.dubboext.lb");
            assertThat(other).isNotSameAs(one).hasSameClassAs(one);
        } finally {
            framework.destroy();
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void select_fromNoneOneOrMany_isNullOrAMember(String name) {
        LoadBalance loadBalance = loader(ApplicationModel.defaultModel()).getExtension(name);
        List<Invoker<Object>> three = Invokers.stubs(0, 3, "");
        List<Invoker<Object>> one = three.subList(0, 1);
        assertThat(loadBalance.<Object>select(null, Invokers.consumer(), Invokers.call("getOrder")))
                .isNull();
        assertThat(loadBalance.select(List.<Invoker<Object>>of(), Invokers.consumer(), Invokers.call("getOrder")))
                .isNull();
        assertThat(loadBalance.select(one, Invokers.consumer(), Invokers.call("getOrder")))
                .isSameAs(one.get(0));
        for (int i = 0; i < 100; i++) {
            assertThat(three)
                    .contains(loadBalance.select(
                            Invokers.asDubboDoes(three), Invokers.consumer(), Invokers.call("getOrder")));
        }
    }

    @Test
    void dubbosOwnNames_stayDubbos() {
        for (String name : new String[] {"random", "roundrobin", "leastactive", "consistenthash", "shortestresponse"}) {
            assertThat(loader(ApplicationModel.defaultModel())
                            .getExtension(name)
                            .getClass()
                            .getName())
                    .startsWith("org.apache.dubbo.");
        }
    }

    private static ExtensionLoader<LoadBalance> loader(ApplicationModel application) {
        return application.getExtensionLoader(LoadBalance.class);
    }
}
