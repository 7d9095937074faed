package trn2sim.kernels.functional;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import trn2sim.hw.compiler.Compiled;
import trn2sim.hw.compiler.CompilerSettings;
import trn2sim.hw.memory.DType;
import trn2sim.hw.spec.DeviceParameters;
import trn2sim.kernels.api.Launch;

/** The ranks of a machine share what the compiler makes of their scripts. */
class CompiledOnceTest {
  private static final int LNC = 2;

  @ParameterizedTest
  @CsvSource({"64, 16", "128, 64"})
  void aRoleIsScheduledOnce(int tp, String chips) {
    DeviceParameters device = Case.DEVICE.withOverrides(Map.of("instance.chips", chips));
    String shape = "m=512 K=1024 N=" + 128 * tp;
    Case fused =
        new Case("allgather_compute_matmul", shape, "", DType.BF16, tp, LNC, CompilerSettings.LIST);
    Launch.Compilation made = fused.compilation(device);
    Set<Compiled> schedules = Collections.newSetFromMap(new IdentityHashMap<>());
    schedules.addAll(made.cores());
    assertEquals(LNC * tp, made.cores().size());
    assertEquals(LNC, schedules.size());
  }
}
