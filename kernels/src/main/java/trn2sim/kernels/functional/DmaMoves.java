package trn2sim.kernels.functional;

import trn2sim.hw.isa.DmaCopy;
import trn2sim.hw.memory.DType;
import trn2sim.kernels.math.IntStorage;
import trn2sim.kernels.math.Storage;
import trn2sim.kernels.math.Tile;
import trn2sim.kernels.math.TileMath;

/** What DMAs do to memory. */
record DmaMoves(TileMath math, CoreOperands operands) {
  void move(DmaCopy i) {
    Tile src = operands.read(i.src());
    if (i.adds()) {
      operands.add(src, i.dst());
    } else {
      int[] outside = i.transpose() ? new int[0] : operands.outside(i.src());
      operands.write(
          i.dst(),
          dst -> {
            Tile before = outside.length == 0 ? dst : Copies.dense(math, dst);
            place(i, asBits(src, dst.data().type()), dst);
            keep(outside, before, dst);
          });
    }
  }

  /** What is read out of bounds is not written: elements keep their value, if they have one. */
  private static void keep(int[] elements, Tile before, Tile dst) {
    for (int at : elements) {
      int kept = before.index(at / dst.cols(), at % dst.cols());
      if (!Double.isNaN(before.data().exact(kept))) {
        dst.data().setBits(dst.index(at / dst.cols(), at % dst.cols()), before.data().bits(kept));
      }
    }
  }

  /** DMA engines do not compute: 32-bit integers keep their bits, whichever of them have a sign. */
  private static Tile asBits(Tile src, DType type) {
    return src.data() instanceof IntStorage whole ? src.over(whole.seenAs(type)) : src;
  }

  /** Equal shapes move row by row; otherwise elements keep their order. */
  private void place(DmaCopy i, Tile src, Tile dst) {
    if (i.transpose()) {
      transpose(Copies.apart(math, src, dst), dst);
    } else if (src.rows() == dst.rows()) {
      math.copy(src, dst);
    } else {
      reshape(src, dst);
    }
  }

  /** One matrix, or several side by side. */
  private void transpose(Tile src, Tile dst) {
    for (int col = 0; col < src.cols(); col += dst.rows()) {
      int to = col / dst.rows() * src.rows();
      math.transpose(src.cols(col, dst.rows()), dst.cols(to, src.rows()));
    }
  }

  private void reshape(Tile src, Tile dst) {
    Storage flat = Copies.dense(math, src).data();
    math.copy(Tile.dense(flat, dst.rows(), dst.cols()), dst);
  }
}
