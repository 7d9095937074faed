package trn2sim.tidy;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class TidyRulesTest {
  private static List<String> check(String text) throws IOException {
    return TidyRules.inJava("a/T.java", text);
  }

  private static String methodOf(int lines) {
    return "class T {\n  void m() {\n" + "    m();\n".repeat(lines - 2) + "  }\n}\n";
  }

  @Test
  void acceptsTidySource() throws IOException {
    String tidy =
        """
        package a;

        import java.util.List;

        /** A thing. */
        public record T(List<String> names) {
          T {
            names = List.copyOf(names);
          }

          public enum Kind {
            UTILITY
          }
        }
        """;
    assertEquals(List.of(), check(tidy));
  }

  @Test
  void countsFileLines() throws IOException {
    int max = TidyRules.FILE_LINES_MAX;
    assertEquals(List.of(), check("class T {}\n" + "\n".repeat(max - 1)));
    assertEquals(
        List.of("a/T.java:1: 401 lines, at most 400"), check("class T {}\n" + "\n".repeat(max)));
  }

  @Test
  void countsMethodLines() throws IOException {
    int max = TidyRules.METHOD_LINES_MAX;
    assertEquals(List.of(), check(methodOf(max)));
    assertEquals(List.of("a/T.java:2: method m of 61, at most 60"), check(methodOf(max + 1)));
  }

  @Test
  void countsConstructorsAndMethodsOfNestedTypes() throws IOException {
    String body = "    int x;\n".repeat(TidyRules.METHOD_LINES_MAX);
    String nested = "class T {\n class N {\n  N() {\n" + body + "  }\n }\n}\n";
    assertEquals(List.of("a/T.java:3: method <init> of 62, at most 60"), check(nested));
  }

  @Test
  void rejectsWildcardImports() throws IOException {
    String source =
        "import java.util.*;\nimport static java.lang.Math.*;\nimport java.io.File;\nclass T {}\n";
    assertEquals(
        List.of("a/T.java:1: wildcard import", "a/T.java:2: wildcard import"), check(source));
  }

  @Test
  void rejectsMarkersAndTabs() throws IOException {
    assertEquals(
        List.of("a/T.java:1: unfinished-work marker"), check("// TO" + "DO later\nclass T {}\n"));
    assertEquals(
        List.of("a/T.java:2: unfinished-work marker"), check("class T {}\n// FIX" + "ME\n"));
    assertEquals(List.of("n.yaml:2: tab"), TidyRules.inText("n.yaml", "a: 1\n\tb: 2\n"));
  }

  @Test
  void rejectsVagueNamesAtAnyDepth() throws IOException {
    assertEquals(
        List.of(
            "a/T.java:1: vague type name LaneManager",
            "a/T.java:2: vague type name TimeUtil",
            "a/T.java:3: vague type name LaneImpl",
            "a/T.java:4: vague type name AbstractLane"),
        check(
            """
            class LaneManager {
              enum TimeUtil {}
              record LaneImpl() {}
              interface AbstractLane {}
            }
            """));
  }

  @Test
  void wantsJavadocOnPublicTopLevelTypes() throws IOException {
    assertEquals(
        List.of("a/T.java:1: public type T without Javadoc"),
        check("public interface T {\n  public record N() {}\n}\n"));
    assertEquals(List.of(), check("class T {}\n"));
  }
}
