package trn2sim.core.json;

import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter.NopIndenter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.core.util.Separators.Spacing;

/** Where spaces and line breaks go. */
final class Layout {
  static final String INDENT = "  ";

  private static final Separators TIGHT =
      Separators.createDefaultInstance()
          .withObjectFieldValueSpacing(Spacing.AFTER)
          .withObjectEmptySeparator("")
          .withArrayEmptySeparator("");
  private static final Separators SPACED =
      TIGHT.withObjectEntrySpacing(Spacing.AFTER).withArrayValueSpacing(Spacing.AFTER);

  private Layout() {}

  /** Everything on one line, a space after each comma and colon. */
  static DefaultPrettyPrinter oneLine() {
    return printer(SPACED, new NopIndenter());
  }

  /** Every member and item on a line of its own. */
  static DefaultPrettyPrinter lines() {
    return printer(TIGHT, new DefaultIndenter(INDENT, "\n"));
  }

  private static DefaultPrettyPrinter printer(
      Separators separators, DefaultPrettyPrinter.Indenter items) {
    return new DefaultPrettyPrinter(separators).withObjectIndenter(items).withArrayIndenter(items);
  }
}
