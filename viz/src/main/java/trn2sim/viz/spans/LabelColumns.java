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

  // The text at hand: its template and the numbers taken out of it.
  private final StringBuilder template = new StringBuilder();
  private int[] values = new int[16];
  private int slots;

  LabelColumns(int texts) {
    templateOf = new int[texts];
  }

  void add(String text) {
    template.setLength(0);
    slots = 0;
    int at = operationEnd(text);
    template.append(text, 0, at);
    while (at < text.length()) {
      int end = numberEnd(text, at);
      if (end > at) {
        addNumber(Integer.parseInt(text, at, end, 10));
        template.append(SLOT);
        at = end;
      } else {
        do {
          template.append(text.charAt(at++));
        } while (at < text.length() && digit(text, at - 1) && digit(text, at));
      }
    }
    int number = numbers.computeIfAbsent(template.toString(), t -> numbers.size());
    if (number == columns.size()) {
      columns.add(Stream.generate(Column::new).limit(slots).toList());
    }
    List<Column> own = columns.get(number);
    for (int slot = 0; slot < slots; slot++) {
      own.get(slot).add(values[slot]);
    }
    templateOf[size++] = number;
  }

  /** The first word says what is done: a number in it, as in {@code max8}, is part of its name. */
  private static int operationEnd(String text) {
    int end = 0;
    while (end < text.length() && text.charAt(end) != ' ' && text.charAt(end) != '\n') {
      end++;
    }
    return end > 0 && Character.isLetter(text.charAt(0)) ? end : 0;
  }

  private void addNumber(int value) {
    if (slots == values.length) {
      values = Arrays.copyOf(values, 2 * slots);
    }
    values[slots++] = value;
  }

  /** The end of a number that its value alone gives back; no number begins with a zero. */
  private static int numberEnd(String text, int start) {
    int end = start;
    while (end < text.length() && digit(text, end)) {
      end++;
    }
    boolean padded = end - start > 1 && text.charAt(start) == '0';
    return padded || end - start > LONGEST_NUMBER ? start : end;
  }

  private static boolean digit(String text, int at) {
    return text.charAt(at) >= '0' && text.charAt(at) <= '9';
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
