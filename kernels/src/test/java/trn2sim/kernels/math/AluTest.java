package trn2sim.kernels.math;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import trn2sim.hw.isa.AluOp;

class AluTest {
  /** Quotients that fp32 rounds up to the next whole number, signs, and values without an end. */
  @ParameterizedTest
  @CsvSource({
    "MOD, 7, 3, 1",
    "MOD, -7, 3, 2",
    "MOD, 7, -3, -2",
    "MOD, -6, 3, 0",
    "MOD, 1, 0.1, 0.09999999",
    "MOD, 2147483648, -3, -1",
    "MOD, 10, Infinity, 10",
    "MOD, -5.5, Infinity, Infinity",
    "MOD, 1, 0, NaN",
    "FMOD, -7, 3, -1",
    "FLOOR_DIVIDE, 1, 0.1, 9",
    "FLOOR_DIVIDE, -7, 2, -4",
    "POWER, 2, 10, 1024",
    "POWER, 1, NaN, 1",
    "POWER, 1, Infinity, 1",
    "POWER, -1, -Infinity, 1",
    "POWER, 2, NaN, NaN"
  })
  void values(AluOp op, float left, float right, float expected) {
    assertEquals(expected, Alu.apply(op, left, right));
  }

  @Test
  void reductionOfOneValue() {
    assertEquals(1, Alu.first(AluOp.LOGICAL_AND, 5));
    assertEquals(0, Alu.first(AluOp.LOGICAL_OR, 0));
    assertEquals(16777216, Alu.first(AluOp.ADD, 16777217));
    assertEquals(16777217, Alu.first(AluOp.BITWISE_AND, 16777217));
  }
}
