package trn2sim.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trn2sim.kernels.nki.Recorder;

/** What {@code cluster-sweep} refuses before it hands over; {@code .ci/cluster} tests the rest. */
class ClusterSweepCommandTest extends TypedCommands {
  private final Optional<String> before = Optional.ofNullable(System.getProperty(Recorder.HOME));

  @TempDir private Path directory;
  private Path sweep;

  @BeforeEach
  void write() throws IOException {
    sweep =
        Files.writeString(
            directory.resolve("sweep.yaml"),
            "kernel: matmul\nshape: { M: 128, K: 128, N: 512 }\naxes: { shape.K: [128, 256] }\n");
    System.setProperty(Recorder.HOME, directory.toString());
  }

  @AfterEach
  void restore() {
    before.ifPresentOrElse(
        home -> System.setProperty(Recorder.HOME, home), () -> System.clearProperty(Recorder.HOME));
  }

  private String refused(Object... more) {
    Object[] arguments = {"cluster-sweep", sweep, "--out", directory.resolve("out")};
    Object[] all = Stream.of(arguments, more).flatMap(Stream::of).toArray();
    assertEquals(2, run(all), err());
    return err();
  }

  @Test
  void saysHowToBuildTheJar() {
    assertTrue(refused("--master", "local[1]").contains("mvn -q -B -Pcluster"), err());
  }

  @Test
  void aJarOfAnotherBuildIsRefused() throws IOException {
    Path target = Files.createDirectories(directory.resolve("cluster/target"));
    try (ZipOutputStream jar =
        new ZipOutputStream(Files.newOutputStream(target.resolve("trn2sim-cluster.jar")))) {
      jar.putNextEntry(new ZipEntry("trn2sim/traces/sweep/SweepRow.class"));
      jar.write(1);
    }
    assertTrue(refused("--master", "local[1]").contains("another build"), err());
  }

  @Test
  void badOptionsAreNamed() {
    assertTrue(refused("--master", "spark:x").contains("--master"), err());
    assertTrue(refused("--master", "yarn", "--conf", "a=b").contains("--conf"), err());
    assertTrue(refused("--master", "yarn", "--executors", "0").contains("--executors"), err());
    assertTrue(refused("--master", "yarn", "--wait", "0").contains("--wait"), err());
    assertTrue(refused().contains("--master"), err());
  }
}
