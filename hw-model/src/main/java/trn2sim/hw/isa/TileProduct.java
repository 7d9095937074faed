package trn2sim.hw.isa;

import java.util.List;
import trn2sim.hw.memory.Access;

/**
 * A product of tiles in memory that all cores of a rank share: left [m x k] times right [k x n],
 * summed in fp32.
 *
 * @param add onto dst, which then holds fp32 sums, as opposed to into it
 */
public record TileProduct(Access left, Access right, Access dst, boolean add)
    implements TaskEffect.Operation {
  @Override
  public List<Access> reads() {
    return List.of(left, right);
  }

  @Override
  public List<Access> writes() {
    return List.of(dst);
  }

  @Override
  public void apply(Datapath datapath) {
    datapath.product(this);
  }
}
