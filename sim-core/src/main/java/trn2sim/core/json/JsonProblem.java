package trn2sim.core.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.util.regex.Pattern;

/** What is wrong with a text that should be JSON, without what only the parser's authors need. */
final class JsonProblem {
  private static final Pattern PLACE =
      Pattern.compile("\\[Source: [^;]*; line: (\\d+), column: (\\d+)]");

  private JsonProblem() {}

  static String of(JsonProcessingException e) {
    String message = String.valueOf(e.getOriginalMessage());
    return PLACE.matcher(message).replaceAll("line $1, column $2");
  }
}
