package trn2sim.core.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.util.List;
import java.util.regex.Pattern;

/** What is wrong with a text that should be JSON, in words of its readers and not of its parser. */
final class JsonProblem {
  private static final List<Wording> WORDINGS =
      List.of(
          wording("Unrecognized token ('.*?'): .*", "$1, which is no value"),
          wording(
              "Unexpected character \\(('.*?') \\(code .*?\\)\\): was expecting (.*)",
              "$1, not $2"),
          wording("Unexpected end-of-input.*", "an end before it is complete"),
          wording("Unexpected close marker ('.'): .*", "$1, which closes nothing that is open"),
          wording("Invalid numeric value: Leading zeroes.*", "a number that begins with 0"));

  private record Wording(Pattern parsers, String plain) {}

  private JsonProblem() {}

  static String of(JsonProcessingException e) {
    String message = String.valueOf(e.getOriginalMessage());
    for (Wording wording : WORDINGS) {
      var found = wording.parsers.matcher(message);
      if (found.matches()) {
        return found.replaceFirst(wording.plain);
      }
    }
    return message;
  }

  private static Wording wording(String parsers, String plain) {
    return new Wording(Pattern.compile(parsers, Pattern.DOTALL), plain);
  }
}
