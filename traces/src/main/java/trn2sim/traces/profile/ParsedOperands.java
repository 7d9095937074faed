package trn2sim.traces.profile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the profiler's text says of an instruction's operands, as far as it can be parsed.
 *
 * @param raised the semaphores it raises
 * @param awaited the semaphores it waits for
 * @param accesses the tensors, in the order of the text
 * @param rows rows of the array that a matrix product uses; of others the partitions
 * @param columns columns of the array in use, for matrix products
 */
public record ParsedOperands(
    List<Integer> raised,
    List<Await> awaited,
    List<Access> accesses,
    OptionalInt rows,
    OptionalInt columns) {
  /** A wait for a semaphore to have a value, {@code $S[2]==3}. */
  public record Await(int semaphore, long value) {}

  /**
   * A tensor, {@code src=bfloat16@0x37e00[1,0,0][128,1,1]}.
   *
   * @param role {@code src}, {@code dst}, {@code src1} ...
   * @param dtype empty if the text names none
   * @param strides and counts of each loop, in elements
   */
  public record Access(
      String role, String dtype, long address, List<Integer> strides, List<Integer> counts) {
    private static final long PSUM = 0x2000000;
    private static final long PSUM_END = 0x4000000;

    /** Elements of one partition. */
    public long elements() {
      return counts.stream().mapToLong(Integer::longValue).reduce(1, (a, b) -> a * b);
    }

    /** Whether the address is one of PSUM, which lies above SBUF. */
    public boolean inPsum() {
      return address >= PSUM && address < PSUM_END;
    }

    /** Whether the address is one of SBUF, the lowest. */
    public boolean inSbuf() {
      return address < PSUM;
    }
  }

  private static final String SEMAPHORE = "\\$?S\\[(\\d{1,6})\\](?:\\s*\\([^)]*\\))?";
  private static final Pattern AWAITED =
      Pattern.compile(SEMAPHORE + "\\s*(?:==|>=|<=|>|<)\\s*(-?\\d{1,9})");
  private static final Pattern RAISED = Pattern.compile(SEMAPHORE + "\\s*(?:\\+\\+|\\+=)");
  private static final Pattern BY_DMA = Pattern.compile("(?:^|\\s)semaphore=(\\d{1,6})");
  private static final Pattern CHANNELS = Pattern.compile("(?:^|\\s)channels=(\\d{1,6})");
  private static final Pattern MOVED =
      Pattern.compile(
          "src_elem_size=(\\d{1,9}).*?src_pattern=\\[[-0-9, ]*\\]\\[([0-9, ]{1,60})\\]");
  private static final Pattern ACCESS =
      Pattern.compile(
          "(\\w+)=(?:(\\w+)@)?0x([0-9a-fA-F]{1,12})\\[([-0-9, ]{1,60})\\]\\[([-0-9, ]{1,60})\\]");
  private static final Pattern SIZE = Pattern.compile("(?:^|\\s)(\\d{1,6})\\*(\\d{1,6})(?=\\s|$)");
  private static final int HEX = 16;

  /** Parses leniently: what cannot be parsed is left out. */
  public static ParsedOperands of(String text) {
    List<Await> awaited = new ArrayList<>();
    List<Access> accesses = new ArrayList<>();
    for (Matcher m = AWAITED.matcher(text); m.find(); ) {
      awaited.add(new Await(Integer.parseInt(m.group(1)), Long.parseLong(m.group(2))));
    }
    for (Matcher m = ACCESS.matcher(text); m.find(); ) {
      access(m).ifPresent(accesses::add);
    }
    Matcher size = SIZE.matcher(text);
    boolean sized = size.find();
    return new ParsedOperands(
        raised(text),
        List.copyOf(awaited),
        List.copyOf(accesses),
        sized ? OptionalInt.of(Integer.parseInt(size.group(1))) : channels(text),
        sized ? OptionalInt.of(Integer.parseInt(size.group(2))) : OptionalInt.empty());
  }

  /** The semaphores that an instruction, or the DMA that it issues, raises. */
  public static List<Integer> raised(String text) {
    List<Integer> raised = new ArrayList<>();
    for (Pattern pattern : List.of(RAISED, BY_DMA)) {
      for (Matcher m = pattern.matcher(text); m.find(); ) {
        raised.add(Integer.parseInt(m.group(1)));
      }
    }
    return List.copyOf(raised);
  }

  private static OptionalInt channels(String text) {
    Matcher channels = CHANNELS.matcher(text);
    return channels.find()
        ? OptionalInt.of(Integer.parseInt(channels.group(1)))
        : OptionalInt.empty();
  }

  /** How many bytes a DMA is told to move: the elements of its source pattern. */
  public static OptionalLong moved(String text) {
    Matcher pattern = MOVED.matcher(text);
    if (!pattern.find()) {
      return OptionalLong.empty();
    }
    long bytes = Long.parseLong(pattern.group(1));
    for (String count : pattern.group(2).split(",", -1)) {
      bytes *= count.isBlank() ? 1 : Long.parseLong(count.strip());
    }
    return OptionalLong.of(bytes);
  }

  private static Optional<Access> access(Matcher m) {
    try {
      return Optional.of(
          new Access(
              m.group(1),
              m.group(2) == null ? "" : m.group(2),
              Long.parseLong(m.group(3), HEX),
              numbers(m.group(4)),
              numbers(m.group(5))));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  private static List<Integer> numbers(String list) {
    return Arrays.stream(list.split(",", -1)).map(String::strip).map(Integer::valueOf).toList();
  }

  /** Nothing of the text was understood. */
  public boolean isEmpty() {
    return raised.isEmpty() && awaited.isEmpty() && accesses.isEmpty() && rows.isEmpty();
  }

  /** The tensor with a role. */
  public Optional<Access> access(String role) {
    return accesses.stream().filter(access -> access.role.equals(role)).findFirst();
  }
}
