package trn2sim.hw.link;

/** The six ways a link can leave a chip: X along columns, Y along rows, Z along instances. */
public enum LinkDirection {
  X_PLUS("X+", 0, 1),
  X_MINUS("X-", 0, -1),
  Y_PLUS("Y+", 1, 1),
  Y_MINUS("Y-", 1, -1),
  Z_PLUS("Z+", 2, 1),
  Z_MINUS("Z-", 2, -1);

  private final String label;
  private final int axis;
  private final int sign;

  LinkDirection(String label, int axis, int sign) {
    this.label = label;
    this.axis = axis;
    this.sign = sign;
  }

  /** Returns the direction along an axis (0 = X, 1 = Y, 2 = Z), towards higher ids if forward. */
  static LinkDirection of(int axis, boolean forward) {
    return values()[2 * axis + (forward ? 0 : 1)];
  }

  /** Returns the kind of link this direction uses. */
  LinkKind kind() {
    return axis == 2 ? LinkKind.Z : LinkKind.XY;
  }

  /** Returns the direction of the cable's other wire. */
  public LinkDirection opposite() {
    return of(axis, sign < 0);
  }

  /** Returns the axis: 0 = X, 1 = Y, 2 = Z. */
  public int axis() {
    return axis;
  }

  int sign() {
    return sign;
  }

  @Override
  public String toString() {
    return label;
  }
}
