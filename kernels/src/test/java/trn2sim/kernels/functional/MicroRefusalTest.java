package trn2sim.kernels.functional;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import trn2sim.hw.memory.DType;
import trn2sim.kernels.api.KernelException;

class MicroRefusalTest {
  @ParameterizedTest
  @CsvSource({
    "micro_matmul, N=512",
    "micro_vector, N=500",
    "micro_dma, bytes=4096",
    "micro_handoff, ''",
  })
  void measuresOneCoreAndSaysSo(String kernel, String shape) {
    Case two = new Case(kernel, shape, "", DType.BF16, 2, 1);
    KernelException refusal = assertThrows(KernelException.class, two::launch);
    assertEquals(
        "ranks.tp: found 2, expected 1: the kernel measures one core", refusal.getMessage());
  }
}
