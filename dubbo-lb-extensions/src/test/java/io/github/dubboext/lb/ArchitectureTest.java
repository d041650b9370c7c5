package io.github.dubboext.lb;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final JavaClasses JAR = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.github.dubboext.lb");

    @Test
    void algorithms_knowNoDubbo() {
        assertThat(JAR).isNotEmpty();
        noClasses()
                .that()
                .resideInAnyPackage("..lb.pick..", "..lb.stats..", "..lb.env..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.apache.dubbo..", "com.alibaba..", "..lb.dubbo..", "io.github.dubboext.lb")
                .check(JAR);
    }

    @Test
    void timeAndRandomness_comeInThroughOneClass() {
        noClasses()
                .that()
                .doNotHaveFullyQualifiedName("io.github.dubboext.lb.env.SystemEnv")
                .should()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(java.util.Random.class)
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(ThreadLocalRandom.class)
                .check(JAR);
    }
}
