package trn2sim.kernels.bench;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import trn2sim.hw.compiler.Compiled;
import trn2sim.hw.compiler.Compiler;
import trn2sim.hw.compiler.CompilerSettings;
import trn2sim.hw.isa.Script;
import trn2sim.hw.machine.Assembler;
import trn2sim.hw.spec.DeviceParameters;
import trn2sim.kernels.api.Ranks;

/**
 * What the compiler's pass over a script of about 100,000 instructions costs beside its assembly:
 * CPU time of the thread, the best of some rounds in which both take turns.
 */
public final class CompilerBenchmark {
  private static final int ROUNDS = 30;
  private static final List<Case> CASES =
      List.of(
          new Case("matmul", new Ranks(1, 1, 1), sizes("M", 16384, "K", 4096, "N", 8192)),
          new Case("matmul", new Ranks(1, 1, 1), sizes("M", 8192, "K", 8192, "N", 8192)),
          new Case(
              "allgather_compute_matmul",
              new Ranks(64, 1, 2),
              sizes("m", 512, "K", 8192, "N", 65536)),
          new Case(
              "allgather_matmul_ring", new Ranks(4, 1, 1), sizes("m", 8192, "K", 8192, "N", 4096)));

  private static final DeviceParameters DEVICE = DeviceParameters.load("trn2");
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private CompilerBenchmark() {}

  private static Map<String, Object> sizes(
      String one, long a, String two, long b, String three, long c) {
    return new TreeMap<>(Map.of(one, a, two, b, three, c));
  }

  public static void main(String[] arguments) {
    System.out.println("| kernel | instructions | spilled | compile ms | assemble ms | ratio |");
    System.out.println("|---|---|---|---|---|---|");
    CASES.forEach(CompilerBenchmark::row);
  }

  private static void row(Case example) {
    Script script = example.launch(DEVICE).cores().get(0).script();
    int lnc = example.ranks().lnc();
    Compiler compiler = new Compiler(DEVICE.neuron(), lnc, CompilerSettings.LIST);
    Assembler assembler = new Assembler(DEVICE.neuron(), lnc);
    long compile = Long.MAX_VALUE;
    long assemble = Long.MAX_VALUE;
    int inserted = 0;
    for (int round = 0; round < ROUNDS; round++) {
      long start = THREADS.getCurrentThreadCpuTime();
      Compiled compiled = compiler.compile(script);
      long middle = THREADS.getCurrentThreadCpuTime();
      assembler.assemble(compiled.script());
      long end = THREADS.getCurrentThreadCpuTime();
      compile = Math.min(compile, middle - start);
      assemble = Math.min(assemble, end - middle);
      inserted = compiled.inserted();
    }
    System.out.printf(
        Locale.ROOT,
        "| %s | %d | %s | %.0f | %.0f | %.2f |%n",
        example.label(),
        script.steps().size(),
        inserted > 0 ? "yes" : "no",
        compile / 1e6,
        assemble / 1e6,
        (double) compile / assemble);
  }
}
