package trn2sim.kernels.math;

/** An operation on two fp32 values, with the IEEE 754 result for every input. */
public enum BinaryOp {
  ADD {
    @Override
    public float apply(float left, float right) {
      return left + right;
    }
  },
  SUBTRACT {
    @Override
    public float apply(float left, float right) {
      return left - right;
    }
  },
  MULTIPLY {
    @Override
    public float apply(float left, float right) {
      return left * right;
    }
  },
  /** The larger value; NaN if either is NaN, and +0 above -0. */
  MAX {
    @Override
    public float apply(float left, float right) {
      return Math.max(left, right);
    }
  },
  /** The smaller value; NaN if either is NaN, and -0 below +0. */
  MIN {
    @Override
    public float apply(float left, float right) {
      return Math.min(left, right);
    }
  };

  /** The result for two values. */
  public abstract float apply(float left, float right);
}
