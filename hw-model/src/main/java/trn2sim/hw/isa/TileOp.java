package trn2sim.hw.isa;

import java.util.List;
import java.util.Optional;

/**
 * What an instruction computes that belongs to none of the common families, with its numbers.
 * Meanings are those of NKI's reference (aws-neuron-sdk, nki.isa); its tensors are the inputs and
 * outputs of the {@link TileFunction}, in NKI's order.
 */
public sealed interface TileOp {
  /** NKI's name. */
  String label();

  /** Which law its time follows. */
  default Law law() {
    return Law.STREAM;
  }

  /** What becomes of its rows beside the result, if anything. */
  default Optional<Fold> fold() {
    return Optional.empty();
  }

  /** How the time grows with the elements per partition, N. */
  enum Law {
    /** The Vector engine takes N cycles, GpSimd 150 + N. */
    STREAM,
    /** As before, and the accumulators are read out after it. */
    STREAM_AND_FOLD,
    /** Each result needs the one before: the law of tensor_tensor_scan. */
    SCAN,
    /** 13 N / 3 cycles. */
    AGGREGATE,
    /** 4 N + K GpSimd cycles for the K largest of N. */
    TOP,
    /** A value between memory and a sequencer's register. */
    REGISTER
  }

  /** A number, or an input with one for each row or element. */
  record Scalar(int input, float value) {
    private static final int NONE = -1;

    public static Scalar of(float value) {
      return new Scalar(NONE, value);
    }

    public static Scalar input(int number) {
      return new Scalar(number, 0);
    }

    public boolean isNumber() {
      return input == NONE;
    }
  }

  /** What a reduction begins with; the number counts for {@code NUMBER} alone. */
  record Start(Kind kind, float number) {
    /** Nothing, a number, what the last input holds, or its opposite. */
    public enum Kind {
      NOTHING,
      NUMBER,
      HELD,
      OPPOSITE
    }

    public static final Start NOTHING = new Start(Kind.NOTHING, 0);
    public static final Start HELD = new Start(Kind.HELD, 0);
    public static final Start OPPOSITE = new Start(Kind.OPPOSITE, 0);

    public static Start of(float number) {
      return new Start(Kind.NUMBER, number);
    }
  }

  /** A reduction of each row into the second output. */
  record Fold(AluOp op, boolean negate, Start start) {
    /** One that begins anew and is written as it is. */
    public static Fold of(AluOp op) {
      return new Fold(op, false, Start.NOTHING);
    }

    /** Whether it reads the last input. */
    public boolean goesOn() {
      return start.kind == Start.Kind.HELD || start.kind == Start.Kind.OPPOSITE;
    }
  }

  /** Numbers made from the place of an element. */
  record Iota(Affine values) implements TileOp {
    @Override
    public String label() {
      return "iota";
    }
  }

  /** Keeps what the conditions hold for. */
  record AffineSelect(List<Affine.Condition> kept, float otherwise) implements TileOp {
    public AffineSelect {
      kept = List.copyOf(kept);
    }

    @Override
    public String label() {
      return "affine_select";
    }
  }

  /** Keeps the elements whose place is on the right side of two bounds of their row. */
  record RangeSelect(AluOp first, AluOp second, float start, float otherwise, Optional<Fold> fold)
      implements TileOp {
    @Override
    public String label() {
      return "range_select";
    }
  }

  /** One of two values, by the predicate in input 0. */
  record Select(
      String label, Scalar whenTrue, Scalar otherwise, boolean reversed, Optional<Fold> fold)
      implements TileOp {}

  /** An operation with a number or a column, whose results are reduced by row. */
  record ScalarReduce(AluOp op, Scalar operand, boolean reversed, Optional<Fold> fold)
      implements TileOp {
    @Override
    public String label() {
      return "tensor_scalar_reduce";
    }

    @Override
    public Law law() {
      return Law.STREAM_AND_FOLD;
    }
  }

  /** (data op0 x) op1 tensor, whose results are reduced by row. */
  record TensorsReduce(
      AluOp op0, Scalar operand, boolean reverse0, AluOp op1, boolean reverse1, Optional<Fold> fold)
      implements TileOp {
    @Override
    public String label() {
      return "scalar_tensor_tensor";
    }

    @Override
    public Law law() {
      return Law.STREAM_AND_FOLD;
    }
  }

  /** Powers of e of what exceeds the largest value, perhaps summed by row. */
  record Exponential(Scalar largest, Optional<Fold> fold) implements TileOp {
    @Override
    public String label() {
      return "exponential";
    }
  }

  /** state = (state op0 data0) op1 data1, element by element. */
  record Scan(AluOp op0, AluOp op1, Scalar initial, boolean reverse0, boolean reverse1)
      implements TileOp {
    @Override
    public String label() {
      return "tensor_tensor_scan";
    }

    @Override
    public Law law() {
      return Law.SCAN;
    }
  }

  /** state = (element op0 x) op1 state, element by element. */
  record Cumulative(AluOp op0, AluOp op1, Scalar operand, Scalar initial, boolean reverse0)
      implements TileOp {
    @Override
    public String label() {
      return "tensor_scalar_cumulative";
    }

    @Override
    public Law law() {
      return Law.SCAN;
    }
  }

  /** The partitions folded into one. */
  record PartitionReduce(AluOp op) implements TileOp {
    @Override
    public String label() {
      return "tensor_partition_reduce";
    }
  }

  /** Operations without numbers of their own. */
  enum Plain implements TileOp {
    MAX8,
    NC_FIND_INDEX8,
    BN_STATS,
    BN_AGGR,
    NC_N_GATHER,
    SEQUENCE_BOUNDS,
    NC_TRANSPOSE,
    REGISTER_LOAD,
    REGISTER_STORE,
    RAND_SET_STATE,
    RAND_GET_STATE,
    SET_RNG_SEED;

    @Override
    public String label() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }

    @Override
    public Law law() {
      return switch (this) {
        case BN_AGGR -> Law.AGGREGATE;
        case REGISTER_LOAD, REGISTER_STORE -> Law.REGISTER;
        default -> Law.STREAM;
      };
    }
  }

  /** Replaces the first of each of eight values of the row. */
  record MatchReplace(float replacement) implements TileOp {
    @Override
    public String label() {
      return "nc_match_replace8";
    }
  }

  /** Within every 32 partitions, each takes the row of another; 255 takes none. */
  record Shuffle(List<Integer> from) implements TileOp {
    public Shuffle {
      from = List.copyOf(from);
    }

    @Override
    public String label() {
      return "nc_stream_shuffle";
    }
  }

  /** Every 16 partitions gather by the indices that they hold together. */
  record LocalGather(int each, int valid) implements TileOp {
    @Override
    public String label() {
      return "local_gather";
    }
  }

  /** The places of elements other than zero, and how many there are. */
  record Nonzero(float offset, float padding) implements TileOp {
    @Override
    public String label() {
      return "nonzero_with_count";
    }
  }

  /** The largest of so many elements that 16 partitions hold together, with their places. */
  record TopK(int elements) implements TileOp {
    @Override
    public String label() {
      return "topk";
    }

    @Override
    public Law law() {
      return Law.TOP;
    }
  }

  /** Random bits, or between 0 and 1 in a tile of floats; {@code draw} counts since the seed. */
  record Rng(int draw) implements TileOp {
    @Override
    public String label() {
      return "rng";
    }
  }

  /** Random numbers between two bounds. */
  record Rand(Scalar low, Scalar high, int draw) implements TileOp {
    @Override
    public String label() {
      return "rand2";
    }
  }

  /** Elements become zero with a probability. */
  record Dropout(Scalar probability, int draw) implements TileOp {
    @Override
    public String label() {
      return "dropout";
    }
  }

  /** A number for a register, which holds 32 bits: what goes beyond them is lost. */
  record RegisterMove(Scalar value, int factor, int addend) implements TileOp {
    @Override
    public String label() {
      return "register_move";
    }

    @Override
    public Law law() {
      return Law.REGISTER;
    }
  }

  /** The product of two registers, or their sum. */
  record RegisterCombine(RegisterMove left, RegisterMove right, boolean multiplied)
      implements TileOp {
    @Override
    public String label() {
      return "register_move";
    }

    @Override
    public Law law() {
      return Law.REGISTER;
    }
  }
}
