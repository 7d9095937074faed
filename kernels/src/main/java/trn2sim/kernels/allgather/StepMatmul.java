package trn2sim.kernels.allgather;

import trn2sim.hw.isa.Engine;
import trn2sim.hw.isa.Op;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.Buffer;
import trn2sim.hw.memory.DType;
import trn2sim.kernels.api.CoreScript;

/**
 * The matmul of one ring step and channel: blocks over N, K and M; one PSUM tile accumulates a
 * block's K tiles, VectorE copies it to SBUF and adds it into an fp32 result tile, and at the end
 * each result tile is stored, cast to the tensor's type on the way.
 */
final class StepMatmul {
  /** Where lhs tiles come from. */
  interface Lhs {
    /** Makes the tiles of a block available. */
    Tiles block(int firstK, int countK, int firstM, int countM);
  }

  /** The stationary operand of a K tile and an M tile. */
  interface Tiles {
    Access stationary(int k, int m);
  }

  /** Where the rows of an M tile go: whole rows of the output. */
  interface Rows {
    Access of(int m);
  }

  private final CoreScript script;
  private final Tiling tiling;
  private final Weights weights;

  StepMatmul(CoreScript script, Tiling tiling, Weights weights) {
    this.script = script;
    this.tiling = tiling;
    this.weights = weights;
  }

  void emit(Lhs lhs, Rows rows) {
    Buffer[][] results = zeroed();
    for (int n = 0; n < tiling.countN(); n += tiling.tilesN()) {
      int countN = Math.min(tiling.tilesN(), tiling.countN() - n);
      for (int k = 0; k < tiling.countK(); k += tiling.tilesK()) {
        int countK = Math.min(tiling.tilesK(), tiling.countK() - k);
        Weights.Block[] rhs = new Weights.Block[countK];
        for (int i = 0; i < countK; i++) {
          rhs[i] = weights.block(k + i, n, countN);
        }
        for (int m = 0; m < tiling.countM(); m += tiling.tilesM()) {
          int countM = Math.min(tiling.tilesM(), tiling.countM() - m);
          Tiles tiles = lhs.block(k, countK, m, countM);
          for (int tn = n; tn < n + countN; tn++) {
            for (int tm = m; tm < m + countM; tm++) {
              add(results, tiles, rhs, k, tm, tn);
            }
          }
        }
      }
    }
    store(results, rows);
  }

  private Buffer[][] zeroed() {
    Buffer[][] results = new Buffer[tiling.countM()][tiling.countN()];
    for (int m = 0; m < results.length; m++) {
      for (int n = 0; n < results[m].length; n++) {
        results[m][n] = script.sbuf("result", tiling.rowsM(m), tiling.colsN(n), DType.FP32);
        script.memset(Engine.VECTOR, results[m][n].all(), 0);
      }
    }
    return results;
  }

  private void add(Buffer[][] results, Tiles tiles, Weights.Block[] rhs, int firstK, int m, int n) {
    int rows = tiling.rowsM(m);
    int cols = tiling.colsN(n);
    Buffer psum = script.psum("psum", rows, cols, DType.FP32);
    for (int i = 0; i < rhs.length; i++) {
      script.matmul(
          psum.all(),
          tiles.stationary(firstK + i, m),
          rhs[i].moving(n),
          i == 0,
          i == rhs.length - 1);
    }
    Buffer sum = script.sbuf("sum", rows, cols, DType.FP32);
    script.tensorCopy(sum.all(), psum.all());
    Access result = results[m][n].all();
    script.tensorTensor(Op.TENSOR_TENSOR_ADD, result, result, sum.all());
  }

  private void store(Buffer[][] results, Rows rows) {
    for (int m = 0; m < results.length; m++) {
      Access target = rows.of(m);
      for (int n = 0; n < results[m].length; n++) {
        Access columns =
            new Access(
                target.buffer(),
                target.row(),
                tiling.rowsM(m),
                n * tiling.tileN(),
                results[m][n].all().pattern(),
                target.offset());
        script.dmaCopy(columns, results[m][n].all());
      }
    }
  }
}
