package trn2sim.kernels.allgather;

import trn2sim.hw.isa.Engine;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.Buffer;
import trn2sim.kernels.api.CoreScript;

/**
 * The lhs fragments of one core on their way round the ring in SBUF. A fragment is held twice: as K
 * tiles that the matmul reads, and packed flat for sending; copies between the two are VectorE's.
 * Without the copies the matmul reads the flat form.
 */
final class SbufRing {
  private final CoreScript script;
  private final Tiling tiling;
  private final int channels;
  private final boolean copies;
  private Buffer[][] tiles;
  private Buffer[] flat;

  SbufRing(CoreScript script, Tiling tiling, int channels, boolean copies) {
    this.script = script;
    this.tiling = tiling;
    this.channels = channels;
    this.copies = copies;
  }

  /** Loads the own fragment: each K tile of each channel arrives transposed. */
  void load(Buffer lhs, int firstRow) {
    tiles = new Buffer[channels][tiling.countK()];
    flat = new Buffer[channels];
    for (int ch = 0; ch < channels; ch++) {
      if (!copies) {
        flat[ch] = freshFlat(lhs);
      }
      for (int k = 0; k < tiling.countK(); k++) {
        Access source =
            lhs.slice(
                firstRow + ch * tiling.localM(),
                tiling.localM(),
                k * tiling.tileK(),
                tiling.rowsK(k));
        if (copies) {
          tiles[ch][k] = script.sbuf("lhs_tile", tiling.rowsK(k), tiling.localM(), lhs.dtype());
          script.dmaTranspose(tiles[ch][k].all(), source);
        } else {
          script.dmaTranspose(part(flat[ch], k), source);
        }
      }
    }
  }

  /** Copies the K tiles into the flat form. */
  void pack() {
    if (!copies) {
      return;
    }
    for (int ch = 0; ch < channels; ch++) {
      flat[ch] = freshFlat(tiles[ch][0]);
      for (int k = 0; k < tiling.countK(); k++) {
        script.tensorCopy(Engine.VECTOR, part(flat[ch], k), tiles[ch][k].all());
      }
    }
  }

  /** Sends the flat fragments on and receives the predecessor's, all channels at once. */
  void permute() {
    Buffer[] received = new Buffer[channels];
    for (int ch = 0; ch < channels; ch++) {
      received[ch] = freshFlat(flat[ch]);
      script.permute(ch, received[ch].all(), flat[ch].all());
    }
    flat = received;
  }

  /** Copies what was received into K tiles. */
  void unpack() {
    if (!copies) {
      return;
    }
    Buffer[][] fresh = new Buffer[channels][tiling.countK()];
    for (int ch = 0; ch < channels; ch++) {
      for (int k = 0; k < tiling.countK(); k++) {
        fresh[ch][k] = script.sbuf("lhs_tile", tiling.rowsK(k), tiling.localM(), flat[ch].dtype());
        script.tensorCopy(Engine.VECTOR, fresh[ch][k].all(), part(flat[ch], k));
      }
    }
    tiles = fresh;
  }

  /** The fragment of a channel, for the matmul. */
  StepMatmul.Lhs lhs(int channel) {
    Buffer[] parts = tiles[channel];
    Buffer whole = flat[channel];
    return (firstK, countK, firstM, countM) ->
        (k, m) -> {
          int rows = tiling.rowsM(m);
          int col = m * tiling.tileM();
          return copies
              ? parts[k].slice(0, tiling.rowsK(k), col, rows)
              : whole.slice(0, tiling.rowsK(k), k * tiling.localM() + col, rows);
        };
  }

  private Buffer freshFlat(Buffer like) {
    return script.sbuf("lhs_flat", tiling.tileK(), tiling.countK() * tiling.localM(), like.dtype());
  }

  private Access part(Buffer whole, int k) {
    return whole.slice(0, tiling.rowsK(k), k * tiling.localM(), tiling.localM());
  }
}
