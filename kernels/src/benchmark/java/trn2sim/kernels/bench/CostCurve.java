package trn2sim.kernels.bench;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import trn2sim.core.sim.Simulation;
import trn2sim.hw.compiler.CompilerSettings;
import trn2sim.hw.link.LostLinks;
import trn2sim.hw.memory.DType;
import trn2sim.hw.spec.DeviceParameters;
import trn2sim.kernels.Kernels;
import trn2sim.kernels.api.Execution;
import trn2sim.kernels.api.Kernel;
import trn2sim.kernels.api.ParameterSpec;
import trn2sim.kernels.api.Ranks;
import trn2sim.kernels.api.Request;
import trn2sim.kernels.api.RunSetup;
import trn2sim.kernels.api.Settings;
import trn2sim.kernels.api.View;

/**
 * Draws what a simulation costs over its number of instructions: script, scheduling, assembly, run
 * and timeline of the fused kernel, in processor time of the thread, so that other load on the
 * machine matters little. First K grows on 64 ranks, then the ranks grow up to a whole UltraServer.
 */
public final class CostCurve {
  private static final List<Integer> DEPTHS = List.of(512, 1024, 2048, 4096, 8192);
  private static final List<Integer> RANKS = List.of(16, 32, 64, 128, 256);
  private static final int RANKS_OF_AN_INSTANCE = 64;
  private static final int WARM_UP = 8;
  private static final int ROUNDS = 3;
  private static final int WIDTH = 40;

  /** One simulation. */
  private record Point(String what, long instructions, double seconds) {
    double microseconds() {
      return seconds * 1e6 / instructions;
    }
  }

  private CostCurve() {}

  public static void main(String[] arguments) {
    for (int round = 0; round < WARM_UP; round++) {
      measure("", request(64, 2048, 8192));
    }
    List<Point> depths = new ArrayList<>();
    DEPTHS.forEach(k -> depths.add(best("K " + k, request(64, k, 8192))));
    draw("K grows: tp 64, m 128, N 8192", depths);
    List<Point> ranks = new ArrayList<>();
    RANKS.forEach(tp -> ranks.add(best("tp " + tp, request(tp, 512, 128 * tp))));
    draw("ranks grow: m 128, K 512, 128 columns for each rank", ranks);
  }

  private static Point best(String what, Request request) {
    Point best = measure(what, request);
    for (int round = 1; round < ROUNDS; round++) {
      Point next = measure(what, request);
      best = next.seconds < best.seconds ? next : best;
    }
    return best;
  }

  private static Point measure(String what, Request request) {
    long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    Execution execution = kernel().prepare(request);
    execution.run(new RunSetup(View.TOTAL, new Simulation()));
    long end = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    return new Point(what, execution.instructions().orElseThrow(), (end - start) / 1e9);
  }

  private static void draw(String title, List<Point> points) {
    List<Point> ordered =
        points.stream().sorted(Comparator.comparingLong(Point::instructions)).toList();
    double least = points.stream().mapToDouble(Point::microseconds).min().orElseThrow();
    double most = points.stream().mapToDouble(Point::microseconds).max().orElseThrow();
    System.out.printf(
        Locale.ROOT, "%s; cost grows as instructions to the %.2f%n", title, exponent(points));
    System.out.println("  instructions       CPU s   per instruction, of the least");
    for (Point point : ordered) {
      System.out.printf(
          Locale.ROOT,
          "  %12d  %10.2f   %4.2f %s %s%n",
          point.instructions,
          point.seconds,
          point.microseconds() / least,
          "#".repeat((int) Math.round(WIDTH * point.microseconds() / most)),
          point.what);
    }
  }

  /** The slope of the line through the logarithms, by least squares. */
  private static double exponent(List<Point> points) {
    double x = points.stream().mapToDouble(p -> Math.log(p.instructions)).average().orElseThrow();
    double y = points.stream().mapToDouble(p -> Math.log(p.seconds)).average().orElseThrow();
    double above = 0;
    double below = 0;
    for (Point point : points) {
      double dx = Math.log(point.instructions) - x;
      above += dx * (Math.log(point.seconds) - y);
      below += dx * dx;
    }
    return above / below;
  }

  private static Kernel kernel() {
    return Kernels.ALL.find("allgather_compute_matmul").orElseThrow();
  }

  private static Request request(int tp, long depth, long columns) {
    DeviceParameters instance = DeviceParameters.load("trn2");
    Map<String, Object> shape = new LinkedHashMap<>(Map.of("m", 128L, "K", depth, "N", columns));
    Map<String, Object> options = new LinkedHashMap<>();
    for (ParameterSpec spec : kernel().options()) {
      options.put(spec.name(), Fallback.of(spec));
    }
    return new Request(
        new Settings(shape),
        new Settings(options),
        DType.BF16,
        new Ranks(tp, 1, 2),
        tp <= RANKS_OF_AN_INSTANCE
            ? instance
            : instance.withOverrides(Map.of("instance.chips", "64")),
        LostLinks.NONE,
        CompilerSettings.LIST);
  }
}
