package trn2sim.viz.spans;

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

  private final Map<String, Template> templates = new LinkedHashMap<>();
  private final int[] templateOf;
  private int size;

  /** Texts take turns: the one that came behind the last is looked at first. */
  private Template last = new Template(-1, "", 0);

  // The text at hand, which its template is written over, and the numbers taken out of it.
  private char[] chars = new char[256];
  private int length;
  private int[] values = new int[16];
  private int slots;

  LabelColumns(int texts) {
    templateOf = new int[texts];
  }

  void add(String text) {
    Template own = follows(text, last.next) ? last.next : template(text);
    for (int slot = 0; slot < slots; slot++) {
      own.columns.get(slot).add(values[slot]);
    }
    templateOf[size++] = own.number;
    last.next = own;
    last = own;
  }

  /** Whether a text has a template; its numbers are at hand then. */
  private boolean follows(String text, Template template) {
    slots = 0;
    length = text.length();
    int at = 0;
    for (char letter : template.letters) {
      if (letter != SLOT) {
        if (at == length || text.charAt(at++) != letter) {
          return false;
        }
        continue;
      }
      int start = at;
      int value = 0;
      while (at < length && digit(text.charAt(at)) && at - start < LONGEST_NUMBER) {
        value = 10 * value + text.charAt(at++) - '0';
      }
      boolean more = at < length && digit(text.charAt(at));
      if (at == start || more || (at - start > 1 && text.charAt(start) == '0')) {
        return false;
      }
      take(value);
    }
    return size > 0 && at == length;
  }

  private Template template(String text) {
    length = text.length();
    chars = length > chars.length ? new char[2 * length] : chars;
    text.getChars(0, length, chars, 0);
    slots = 0;
    String kept = new String(chars, 0, takeNumbers());
    return templates.computeIfAbsent(
        kept, letters -> new Template(templates.size(), letters, slots));
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
    int value = 0;
    for (int at = start; at < end; at++) {
      value = 10 * value + chars[at] - '0';
    }
    take(value);
  }

  private void take(int value) {
    if (slots == values.length) {
      values = Arrays.copyOf(values, 2 * slots);
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
    return List.copyOf(templates.keySet());
  }

  void writeTemplates(ByteSink sink) {
    for (int text = 0; text < size; text++) {
      sink.unsigned(templateOf[text]);
    }
  }

  void writeNumbers(ByteSink sink) {
    for (Template template : templates.values()) {
      for (Column column : template.columns) {
        column.write(sink);
      }
    }
  }

  /** What texts have in common, and the template of the text behind the last of them. */
  private static final class Template {
    private final int number;
    private final char[] letters;
    private final List<Column> columns;
    private Template next = this;

    Template(int number, String text, int slots) {
      this.number = number;
      this.letters = text.toCharArray();
      this.columns = Stream.generate(Column::new).limit(slots).toList();
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
