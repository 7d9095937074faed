package trn2sim.core.json;

import static java.nio.charset.StandardCharsets.US_ASCII;

/**
 * The digits of a whole number that is not negative, two at a time: divisions of 64 bits are slow,
 * and the compiler that short runs have makes one of each.
 */
final class Decimals {
  private static final int LONGEST = 20;
  private static final int EIGHT_DIGITS = 100_000_000;
  private static final byte[] PAIRS = pairs();

  private final byte[] digits = new byte[LONGEST];
  private int from;

  private static byte[] pairs() {
    StringBuilder pairs = new StringBuilder();
    for (int i = 0; i < 100; i++) {
      pairs.append((char) ('0' + i / 10)).append((char) ('0' + i % 10));
    }
    return pairs.toString().getBytes(US_ASCII);
  }

  /** Takes a number; at least so many digits are there, zeros in front if need be. */
  Decimals of(long number, int least) {
    from = digits.length;
    long rest = number;
    while (rest > Integer.MAX_VALUE) {
      long front = rest / EIGHT_DIGITS;
      int behind = (int) (rest - front * EIGHT_DIGITS);
      for (int i = 0; i < 4; i++) {
        behind = takePair(behind);
      }
      rest = front;
    }
    int left = (int) rest;
    while (left >= 10) {
      left = takePair(left);
    }
    if (left > 0 || from == digits.length) {
      digits[--from] = (byte) ('0' + left);
    }
    while (size() < least) {
      digits[--from] = '0';
    }
    return this;
  }

  /** Takes the last two digits off. */
  private int takePair(int number) {
    int hundreds = (int) ((number * 1_374_389_535L) >>> 37); // number / 100, without dividing
    int pair = 2 * (number - 100 * hundreds);
    from -= 2;
    digits[from] = PAIRS[pair];
    digits[from + 1] = PAIRS[pair + 1];
    return hundreds;
  }

  int size() {
    return digits.length - from;
  }

  /** Copies so many digits, behind those that are skipped; returns where they end. */
  int copy(int skipped, int count, byte[] target, int at) {
    System.arraycopy(digits, from + skipped, target, at, count);
    return at + count;
  }
}
