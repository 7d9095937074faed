package trn2sim.kernels.math.vector;

import java.util.Arrays;
import trn2sim.hw.memory.DType;
import trn2sim.kernels.math.FloatStorage;
import trn2sim.kernels.math.Rounding;
import trn2sim.kernels.math.Run;
import trn2sim.kernels.math.Storage;

/** One row of a tile as consecutive fp32 values: the storage itself where it is that already. */
final class RowBuffer {
  private float[] own = {};
  float[] values = own;
  int at;

  /** Makes the values of the run readable. */
  void read(Storage storage, Run run) {
    if (run.dense() && storage instanceof FloatStorage floats) {
      values = floats.elements();
      at = run.start();
      return;
    }
    useOwn(run.count());
    Codec.decode(storage, run, own, 0);
  }

  /** Makes every value the given one. */
  void fill(float value, int count) {
    useOwn(count);
    Arrays.fill(own, 0, count, value);
  }

  /** Makes room for values that {@link #write} then puts in the run. */
  void target(Storage storage, Run run) {
    if (inPlace(storage, run)) {
      values = ((FloatStorage) storage).elements();
      at = run.start();
    } else {
      useOwn(run.count());
    }
  }

  void write(Storage storage, Run run, Rounding rounding) {
    if (!inPlace(storage, run)) {
      Codec.encode(storage, own, 0, run, rounding);
    }
  }

  private static boolean inPlace(Storage storage, Run run) {
    return run.dense() && storage.type() == DType.FP32;
  }

  private void useOwn(int count) {
    own = Workspace.atLeast(own, count);
    values = own;
    at = 0;
  }
}
