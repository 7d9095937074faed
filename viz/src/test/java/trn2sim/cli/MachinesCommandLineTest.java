package trn2sim.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trn2sim.core.config.YamlCursor;

/** The commands on machines that are no NeuronCores. */
class MachinesCommandLineTest extends TypedCommands {
  private static final String GPU =
      "device: h100x8\nkernel: helion_all_gather_matmul\nshape: { m: 128, K: 256, n: 512 }\n"
          + "ranks: { tp: 4 }\n";
  private static final String ASCEND =
      "device: ascend-910b1\nkernel: ascend_allgather_gemm\n"
          + "shape: { M: 512, K: 512, N: 512 }\nranks: { tp: 2 }\n";

  @TempDir Path directory;

  private Path gpu;
  private Path ascend;
  private Path target;

  @BeforeEach
  void write() throws IOException {
    gpu = Files.writeString(directory.resolve("gpu.yaml"), GPU);
    ascend = Files.writeString(directory.resolve("ascend.yaml"), ASCEND);
    target = directory.resolve("results");
  }

  @Test
  void runWritesItsFilesAndASummary() throws IOException {
    assertEquals(0, run("run", gpu, ascend, "--mode", "both", "--out", target), err());
    assertTrue(
        out()
            .startsWith(
                "gpu: helion_all_gather_matmul on h100x8, m 128, K 256, n 512, bf16, tp 4\n"),
        out());
    assertTrue(out().contains("check      4/4 ranks PASS, worst "), out());
    for (String name : List.of("gpu", "ascend")) {
      List<String> files =
          List.of(
              "report.html",
              "result.json",
              "roofline.png",
              "timeline.png",
              "trace.json",
              "utilization.png");
      assertEquals(files, files(target.resolve(name)));
    }
    YamlCursor trace =
        YamlCursor.readString("trace", Files.readString(target.resolve("gpu/trace.json")));
    assertTrue(trace.child("traceEvents").list().size() > 100);
    YamlCursor result =
        YamlCursor.readString("result", Files.readString(target.resolve("ascend/result.json")));
    assertEquals(2, result.child("rank_us").list().size());
    assertFalse(result.child("scenario").child("ranks").has("lnc"));
  }

  @Test
  void otherCommandsTakeThem() throws IOException {
    assertEquals(0, run("validate", gpu, ascend), err());
    assertEquals(6, out().lines().filter(line -> line.contains(" PASS ")).count(), out());
    assertEquals(2, run("explain", ascend));
    assertTrue(err().contains("has no SBUF to go through instead of HBM"), err());
    assertEquals(0, run("compare", gpu, ascend, "--out", target), err());
    assertTrue(out().contains("critical path, us:"), out());
    Path sweep =
        Files.writeString(directory.resolve("sweep.yaml"), GPU + "axes: { shape.K: [128, 256] }\n");
    assertEquals(0, run("sweep", sweep, "--out", target), err());
    assertTrue(files(target).contains("sweep.csv"), files(target).toString());
    assertEquals(0, run("kernels", "helion_all_gather_matmul"));
    assertTrue(out().contains("runs on devices of kind gpu: h100x8, h200-pcie"), out());
    assertEquals(0, run("devices", "ascend-910b1"));
    assertTrue(out().contains("mesh.pair_bandwidth"), out());
  }

  @Test
  void accuracyTakesGroupsAndChanges() {
    assertEquals(0, run("accuracy", "--group", "ascend-gemm", "--json"), err());
    double usual = mape();
    assertEquals(
        0,
        run("accuracy", "--group", "ascend-gemm", "--json", "--set", "overrides.host.launch=0 us"));
    assertTrue(mape() > usual, "the launch matters");
    assertEquals(2, run("accuracy", "--group", "nothing"));
    assertTrue(err().contains("--group: found \"nothing\", expected"), err());
    assertTrue(err().matches("(?s).*one of .*\\bascend-gemm, .*\\bdma, .*"), err());
  }

  private double mape() {
    YamlCursor groups = YamlCursor.readString("stdout", out()).child("groups");
    assertEquals(1, groups.list().size());
    return groups.list().get(0).child("mape").number(0, 100);
  }
}
