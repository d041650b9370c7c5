package io.github.dubboext.limit;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

class BorderTest {

    private static final JavaClasses JAR = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.github.dubboext.limit");

    @Test
    void core_dependsOnTheJdkOnly() {
        noClasses()
                .that()
                .resideInAPackage("..limit.core..")
                .should()
                .dependOnClassesThat()
                .resideOutsideOfPackages("java..", "..limit.core..")
                .check(JAR);
    }

    @Test
    void glue_doesNotDependOnTheDoors() {
        noClasses()
                .that()
                .resideInAPackage("..limit.dubbo..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.github.dubboext.limit")
                .check(JAR);
    }

    @Test
    void time_isReadInOnePlace() {
        noClasses()
                .that()
                .doNotHaveFullyQualifiedName("io.github.dubboext.limit.core.Clock")
                .should()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .dependOnClassesThat()
                .haveFullyQualifiedName("java.util.concurrent.ThreadLocalRandom")
                .orShould()
                .dependOnClassesThat()
                .haveFullyQualifiedName("java.util.Random")
                .check(JAR);
    }

    @Test
    void byteCode_anywhereInTheJar_hasNoMonitor() {
        List<String> monitors = new ArrayList<>();
        JAR.forEach(type -> scan(type.getName(), monitors));

        assertThat(JAR.size()).isGreaterThan(20);
        assertThat(monitors).isEmpty();
    }

    private static void scan(String name, List<String> monitors) {
        try (InputStream in = BorderTest.class.getResourceAsStream("/" + name.replace('.', '/') + ".class")) {
            new ClassReader(in).accept(new MonitorFinder(name, monitors), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static final class MonitorFinder extends ClassVisitor {
        private final String name;
        private final List<String> monitors;

        MonitorFinder(String name, List<String> monitors) {
            super(Opcodes.ASM9);
            this.name = name;
            this.monitors = monitors;
        }

        @Override
        public MethodVisitor visitMethod(int access, String method, String type, String signature, String[] thrown) {
            String where = name + "." + method;
            if ((access & Opcodes.ACC_SYNCHRONIZED) != 0) {
                monitors.add(where + " is synchronized");
            }
            return new MethodVisitor(Opcodes.ASM9) {
                @Override
                public void visitInsn(int opcode) {
                    if (opcode == Opcodes.MONITORENTER) {
                        monitors.add(where + " enters a monitor");
                    }
                }

                @Override
                public void visitMethodInsn(int opcode, String owner, String called, String descriptor, boolean face) {
                    boolean wait = called.equals("wait") && descriptor.matches("\\((J|JI)?\\)V");
                    if (wait || called.equals("notify") || called.equals("notifyAll")) {
                        monitors.add(where + " calls " + called);
                    }
                }
            };
        }
    }
}
