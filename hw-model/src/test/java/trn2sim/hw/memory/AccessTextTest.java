package trn2sim.hw.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import trn2sim.hw.Tensors;
import trn2sim.hw.memory.Pattern.Dim;

class AccessTextTest {
  private final Tensors tensors = new Tensors();
  private final Buffer matrix = tensors.hbm("x", DType.FP32, 256, 100);

  private Access access(int row, int rows, int col, int pitch, Dim... dims) {
    return new Access(matrix, row, rows, col, new Pattern(List.of(dims)), pitch, Optional.empty());
  }

  @Test
  void slicesAreThoseOfPython() {
    assertEquals("x[0:256, 0:100]", matrix.all().toString());
    assertEquals("x[128:256, 50:60]", matrix.slice(128, 128, 50, 10).toString());
    assertEquals("x[7:8, 0:100]", matrix.slice(7, 1, 0, 100).toString());
    assertEquals("x[0:127:2, 0:10]", access(0, 64, 0, 200, new Dim(1, 10)).toString());
    assertEquals("x[0:2, 3:22:2]", access(0, 2, 3, 100, new Dim(2, 10)).toString());
    assertEquals("x[0:2, 0:20]", access(0, 2, 0, 100, new Dim(5, 4), new Dim(1, 5)).toString());
    assertEquals(
        "x[0+step*4:4+step*4, 0:100]",
        matrix.slice(0, 4, 0, 100).offsetBy(new Register(0, "step", 8), 4).toString());
  }

  @Test
  void whatNoSliceHoldsIsWrittenAsLoops() {
    assertEquals("x[0:2, 8+[-1,9]]", access(0, 2, 8, 100, new Dim(-1, 9)).toString());
    assertEquals("x[0:2, 0+[0,9]]", access(0, 2, 0, 100, new Dim(0, 9)).toString());
    assertEquals(
        "x[0:2, 0+[50,2][1,5]]", access(0, 2, 0, 100, new Dim(50, 2), new Dim(1, 5)).toString());
    assertEquals("x[3, 0+[0,9][1,100]]", access(3, 9, 0, 0, new Dim(1, 100)).toString());
    assertEquals("x[3, 0+[25,9][1,20]]", access(3, 9, 0, 25, new Dim(1, 20)).toString());
    assertEquals("x[3, 90+[100,1][1,20]]", access(3, 1, 90, 100, new Dim(1, 20)).toString());
  }
}
