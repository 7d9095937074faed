package trn2sim.kernels.functional;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import trn2sim.hw.compiler.Compiler;
import trn2sim.hw.compiler.CompilerSettings;
import trn2sim.hw.compiler.CompilerSettings.Engines;
import trn2sim.hw.isa.DmaCopy;
import trn2sim.hw.isa.Script;
import trn2sim.hw.memory.Buffer;
import trn2sim.hw.memory.DType;
import trn2sim.kernels.api.CoreScript;
import trn2sim.kernels.api.DmaQueues;
import trn2sim.kernels.api.Launch;

/** A matmul that waits for its loads, with the loaded tile declared outside and inside the loop. */
class DeclaredStorageTest {
  private static final int TURNS = 24;
  private static final int INSIDE = 0;

  /** What is declared outside is one tile: its next load waits for its reader. */
  @ParameterizedTest
  @EnumSource
  void storageIsUsedAsDeclared(Engines engines) {
    CompilerSettings settings =
        new CompilerSettings(CompilerSettings.Order.LIST, Integer.MAX_VALUE, engines);
    long one = endPs(1, settings);
    long two = endPs(2, settings);
    long inside = endPs(INSIDE, settings);
    assertTrue(one > two, one + " ps with one buffer, " + two + " with two");
    assertTrue(two >= inside, two + " ps with two buffers, " + inside + " declared inside");
  }

  private static long endPs(int outside, CompilerSettings settings) {
    Launch.CoreLaunch core = new Launch.CoreLaunch(0, 0, 0, script(outside), Map.of());
    Launch written = Launch.local(List.of(core), 0, Optional.empty(), Optional.empty());
    Compiler compiler = new Compiler(Case.DEVICE.neuron(), 1, settings);
    return TimedRun.of(written.compiledBy(compiler).launch()).timeline().endPs();
  }

  private static Script script(int outside) {
    CoreScript script = new CoreScript(DmaQueues.all(DmaCopy.Dge.SWDGE));
    Buffer lhs = script.input("lhs", 128, 128, DType.BF16);
    Buffer rhs = script.input("rhs", 128, TURNS * 512, DType.BF16);
    Buffer out = script.output("out", 128, TURNS * 512, DType.BF16);
    Buffer weights = script.sbuf("weights", 128, 128, DType.BF16);
    script.dmaCopy(weights.all(), lhs.all());
    Buffer[] declared = new Buffer[outside];
    for (int i = 0; i < outside; i++) {
      declared[i] = script.sbuf("tile", 128, 512, DType.BF16);
    }
    for (int turn = 0; turn < TURNS; turn++) {
      Buffer tile =
          outside == INSIDE ? script.sbuf("tile", 128, 512, DType.BF16) : declared[turn % outside];
      Buffer psum = script.psum("psum", 128, 512, DType.FP32);
      Buffer result = script.sbuf("result", 128, 512, DType.BF16);
      script.dmaCopy(tile.all(), rhs.slice(0, 128, turn * 512, 512));
      script.matmul(psum.all(), weights.all(), tile.all(), true, true);
      script.tensorCopy(result.all(), psum.all());
      script.dmaCopy(out.slice(0, 128, turn * 512, 512), result.all());
    }
    return script.build();
  }
}
