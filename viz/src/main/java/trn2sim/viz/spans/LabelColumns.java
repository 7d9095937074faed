package trn2sim.viz.spans;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Texts that differ mostly in their numbers, as templates with columns of numbers. Successive
 * numbers of a column are stored as differences, which are small or repeat.
 */
final class LabelColumns {
  /** Stands for a number in a template. */
  static final char SLOT = '\u0001';

  private static final int LONGEST_NUMBER = 9;

  private final Map<String, Integer> numbers = new LinkedHashMap<>();
  private final List<List<Column>> columns = new ArrayList<>();
  private final int[] templateOf;
  private int size;

  // The text at hand, which its template is written over, and the numbers taken out of it.
  private char[] chars = new char[256];
  private int length;
  private int[] values = new int[16];
  private int slots;

  LabelColumns(int texts) {
    templateOf = new int[texts];
  }

  void add(String text) {
    length = text.length();
    chars = length > chars.length ? new char[2 * length] : chars;
    text.getChars(0, length, chars, 0);
    slots = 0;
    String template = new String(chars, 0, takeNumbers());
    int number = numbers.computeIfAbsent(template, t -> numbers.size());
    if (number == columns.size()) {
      columns.add(Stream.generate(Column::new).limit(slots).toList());
    }
    List<Column> own = columns.get(number);
    for (int slot = 0; slot < slots; slot++) {
      own.get(slot).add(values[slot]);
    }
    templateOf[size++] = number;
  }

  /** Puts slots in the place of numbers; returns how long the template is. */
  private int takeNumbers() {
    int at = operationEnd();
    int kept = at;
    while (at < length) {
      int end = numberEnd(at);
      if (end > at) {
        addNumber(at, end);
        chars[kept++] = SLOT;
        at = end;
      } else {
        do {
          chars[kept++] = chars[at++];
        } while (at < length && digit(chars[at - 1]) && digit(chars[at]));
      }
    }
    return kept;
  }

  /** The first word says what is done: a number in it, as in {@code max8}, is part of its name. */
  private int operationEnd() {
    int end = 0;
    while (end < length && chars[end] != ' ' && chars[end] != '\n') {
      end++;
    }
    return end > 0 && Character.isLetter(chars[0]) ? end : 0;
  }

  private void addNumber(int start, int end) {
    if (slots == values.length) {
      values = Arrays.copyOf(values, 2 * slots);
    }
    int value = 0;
    for (int at = start; at < end; at++) {
      value = 10 * value + chars[at] - '0';
    }
    values[slots++] = value;
  }

  /** The end of a number that its value alone gives back; no number begins with a zero. */
  private int numberEnd(int start) {
    int end = start;
    while (end < length && digit(chars[end])) {
      end++;
    }
    boolean padded = end - start > 1 && chars[start] == '0';
    return padded || end - start > LONGEST_NUMBER ? start : end;
  }

  private static boolean digit(char letter) {
    return letter >= '0' && letter <= '9';
  }

  int size() {
    return size;
  }

  List<String> templates() {
    return List.copyOf(numbers.keySet());
  }

  void writeTemplates(ByteSink sink) {
    for (int text = 0; text < size; text++) {
      sink.unsigned(templateOf[text]);
    }
  }

  void writeNumbers(ByteSink sink) {
    for (List<Column> template : columns) {
      for (Column column : template) {
        column.write(sink);
      }
    }
  }

  private static final class Column {
    private int[] values = new int[16];
    private int size;

    void add(int value) {
      if (size == values.length) {
        values = Arrays.copyOf(values, 2 * size);
      }
      values[size++] = value;
    }

    void write(ByteSink sink) {
      int previous = 0;
      for (int i = 0; i < size; i++) {
        sink.signed((long) values[i] - previous);
        previous = values[i];
      }
    }
  }
}
