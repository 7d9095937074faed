package trn2sim.viz.spans;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
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

  // The numbers of the text at hand.
  private int[] values = new int[16];
  private int slots;

  LabelColumns(int texts) {
    templateOf = new int[texts];
  }

  void add(String label) {
    byte[] text = label.getBytes(UTF_8);
    Template own = follows(text, last.next) ? last.next : template(text);
    for (int slot = 0; slot < slots; slot++) {
      own.columns.get(slot).add(values[slot]);
    }
    templateOf[size++] = own.number;
    last.next = own;
    last = own;
  }

  /** Whether a text has a template; its numbers are at hand then. */
  private boolean follows(byte[] text, Template template) {
    slots = 0;
    int at = 0;
    for (byte letter : template.letters) {
      if (letter == SLOT) {
        int end = numberEnd(text, at);
        if (end == at) {
          return false;
        }
        takeNumber(text, at, end);
        at = end;
      } else if (at == text.length || text[at++] != letter) {
        return false;
      }
    }
    return size > 0 && at == text.length;
  }

  private Template template(byte[] text) {
    slots = 0;
    return templates.computeIfAbsent(
        withSlots(text), letters -> new Template(templates.size(), letters, slots));
  }

  /** Takes the numbers out of a text and puts slots in their place. */
  private String withSlots(byte[] text) {
    int at = operationEnd(text);
    ByteArrayOutputStream kept = new ByteArrayOutputStream(text.length);
    kept.write(text, 0, at);
    while (at < text.length) {
      int end = numberEnd(text, at);
      if (end > at) {
        takeNumber(text, at, end);
        kept.write(SLOT);
        at = end;
      } else {
        do {
          kept.write(text[at++]);
        } while (at < text.length && digit(text[at - 1]) && digit(text[at]));
      }
    }
    return kept.toString(UTF_8);
  }

  /** The first word says what is done: a number in it, as in {@code max8}, is part of its name. */
  private static int operationEnd(byte[] text) {
    int end = 0;
    while (end < text.length && text[end] != ' ' && text[end] != '\n') {
      end++;
    }
    return end > 0 && Character.isLetter((char) text[0]) ? end : 0;
  }

  private void takeNumber(byte[] text, int start, int end) {
    if (slots == values.length) {
      values = Arrays.copyOf(values, 2 * slots);
    }
    int value = 0;
    for (int at = start; at < end; at++) {
      value = 10 * value + text[at] - '0';
    }
    values[slots++] = value;
  }

  /** The end of a number that its value alone gives back; no number begins with a zero. */
  private static int numberEnd(byte[] text, int start) {
    int end = start;
    while (end < text.length && digit(text[end])) {
      end++;
    }
    boolean padded = end - start > 1 && text[start] == '0';
    return padded || end - start > LONGEST_NUMBER ? start : end;
  }

  private static boolean digit(byte letter) {
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
    private final byte[] letters;
    private final List<Column> columns;
    private Template next = this;

    Template(int number, String text, int slots) {
      this.number = number;
      this.letters = text.getBytes(UTF_8);
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
