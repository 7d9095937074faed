package trn2sim.kernels.allgather;

import java.util.ArrayList;
import java.util.List;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.Buffer;
import trn2sim.hw.memory.DType;
import trn2sim.kernels.api.CoreScript;

/**
 * The lhs fragments of one core on their way round the ring in SBUF. Two sets of storage take
 * turns, declared once: a fragment is held as K tiles that the matmul reads, and packed flat for
 * sending; copies go between the two. Without the copies the matmul reads the flat form.
 */
final class SbufRing {
  private static final int SETS = 2;

  private final CoreScript script;
  private final Tiling tiling;
  private final int channels;
  private final boolean copies;
  private final Buffer[][][] tiles;
  private final Buffer[][] flat;
  private int current;

  SbufRing(CoreScript script, Tiling tiling, DType dtype, int channels, boolean copies) {
    this.script = script;
    this.tiling = tiling;
    this.channels = channels;
    this.copies = copies;
    this.tiles = new Buffer[SETS][channels][tiling.countK()];
    this.flat = new Buffer[SETS][channels];
    int columns = tiling.countK() * tiling.localM();
    for (int set = 0; set < SETS; set++) {
      for (int ch = 0; ch < channels; ch++) {
        flat[set][ch] = script.sbuf("lhs_flat", tiling.tileK(), columns, dtype);
        for (int k = 0; copies && k < tiling.countK(); k++) {
          tiles[set][ch][k] = script.sbuf("lhs_tile", tiling.rowsK(k), tiling.localM(), dtype);
        }
      }
    }
  }

  /** Loads the own fragment: each K tile of each channel arrives transposed. */
  void load(Buffer lhs, int firstRow) {
    for (int ch = 0; ch < channels; ch++) {
      int row = firstRow + ch * tiling.localM();
      for (int k = 0; k < tiling.countK(); k++) {
        Access source = lhs.slice(row, tiling.localM(), k * tiling.tileK(), tiling.rowsK(k));
        script.dmaTranspose(copies ? tiles[0][ch][k].all() : part(flat[0][ch], k), source);
      }
    }
  }

  /** Copies the current K tiles into their flat form. */
  void pack() {
    for (int ch = 0; copies && ch < channels; ch++) {
      for (int k = 0; k < tiling.countK(); k++) {
        script.tensorCopy(part(flat[current][ch], k), tiles[current][ch][k].all());
      }
    }
  }

  /** Sends the current flat fragments on and receives the predecessor's, all channels at once. */
  void permute() {
    List<Access> sent = new ArrayList<>();
    List<Access> received = new ArrayList<>();
    for (int ch = 0; ch < channels; ch++) {
      sent.add(flat[current][ch].all());
      received.add(flat[1 - current][ch].all());
    }
    script.permute(received, sent);
    current = 1 - current;
  }

  /** Copies what was received into K tiles. */
  void unpack() {
    for (int ch = 0; copies && ch < channels; ch++) {
      for (int k = 0; k < tiling.countK(); k++) {
        script.tensorCopy(tiles[current][ch][k].all(), part(flat[current][ch], k));
      }
    }
  }

  /** The current fragment of a channel, for the matmul. */
  StepMatmul.Lhs lhs(int channel) {
    Buffer[] parts = tiles[current][channel];
    Buffer whole = flat[current][channel];
    return (firstK, countK, firstM, countM) ->
        (k, m) -> {
          int rows = tiling.rowsM(m);
          int col = m * tiling.tileM();
          return copies
              ? parts[k].slice(0, tiling.rowsK(k), col, rows)
              : whole.slice(0, tiling.rowsK(k), k * tiling.localM() + col, rows);
        };
  }

  private Access part(Buffer whole, int k) {
    return whole.slice(0, tiling.rowsK(k), k * tiling.localM(), tiling.localM());
  }
}
