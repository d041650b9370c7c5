package io.github.dubboext.samples.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TemporaryFolderTest {

    @Test
    void close_filesAndLinksInside_onlyTheFolderGoes(@TempDir Path elsewhere) throws Exception {
        Path kept = Files.writeString(elsewhere.resolve("kept"), "x");
        TemporaryFolder folder = TemporaryFolder.create("temporary-folder-test-");
        Files.writeString(folder.folder("a/b").resolve("file"), "x");
        Files.createSymbolicLink(folder.path().resolve("link"), elsewhere);

        folder.close();

        assertThat(folder.path()).doesNotExist();
        assertThat(kept).exists();
    }
}
