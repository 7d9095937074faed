package trn2sim.viz.spans;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** Texts come back as they went in, and alike ones share a template. */
class LabelColumnsTest {
  @Provide
  Arbitrary<List<String>> texts() {
    return Arbitraries.strings()
        .withChars("a[,: 0019")
        .ofMaxLength(24)
        .list()
        .ofMinSize(1)
        .ofMaxSize(12);
  }

  @Property(tries = 300)
  void textsComeBack(@ForAll("texts") List<String> texts) throws IOException {
    assertEquals(texts, decode(texts));
  }

  @Test
  void numbersThatTheirValueDoesNotGiveBackAreKept() throws IOException {
    List<String> texts = List.of("x007", "x1234567890123", "x0", "x00", "1.05", "");
    assertEquals(texts, decode(texts));
  }

  @Test
  void likeTextsShareATemplate() {
    LabelColumns columns = new LabelColumns(2);
    columns.add("nc_matmul psum1[0:128]");
    columns.add("nc_matmul psum22[64:128]");
    assertEquals(1, columns.templates().size());
  }

  private static List<String> decode(List<String> texts) throws IOException {
    LabelColumns columns = new LabelColumns(texts.size());
    texts.forEach(columns::add);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    columns.writeTemplates(new ByteSink(out));
    columns.writeNumbers(new ByteSink(out));
    Reader reader = new Reader(out.toByteArray());
    int[] templateOf = new int[texts.size()];
    for (int i = 0; i < templateOf.length; i++) {
      templateOf[i] = (int) reader.unsigned();
    }
    List<String> decoded = new ArrayList<>(texts);
    for (int t = 0; t < columns.templates().size(); t++) {
      List<Integer> own = new ArrayList<>();
      for (int i = 0; i < templateOf.length; i++) {
        if (templateOf[i] == t) {
          own.add(i);
          decoded.set(i, columns.templates().get(t));
        }
      }
      long slots = columns.templates().get(t).chars().filter(c -> c == LabelColumns.SLOT).count();
      for (long slot = 0; slot < slots; slot++) {
        long value = 0;
        for (int i : own) {
          value += reader.signed();
          decoded.set(i, decoded.get(i).replaceFirst("" + LabelColumns.SLOT, Long.toString(value)));
        }
      }
    }
    return decoded;
  }
}
