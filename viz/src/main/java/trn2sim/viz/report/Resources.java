package trn2sim.viz.report;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;

/** The report's page, style sheet and scripts, which are files of their own beside this class. */
final class Resources {
  /** In the order in which they build on each other. */
  private static final List<String> SCRIPTS =
      List.of(
          "decode.js",
          "model.js",
          "path.js",
          "view.js",
          "layout.js",
          "colours.js",
          "rulers.js",
          "rows.js",
          "draw.js",
          "hit.js",
          "details.js",
          "range.js",
          "lines.js",
          "search.js",
          "stage.js",
          "input.js",
          "compare.js",
          "manual.js",
          "main.js");

  private Resources() {}

  /** All scripts as one, with a scope of their own. */
  static String script() throws IOException {
    StringBuilder all = new StringBuilder("(() => {\n'use strict';\n");
    for (String name : SCRIPTS) {
      all.append(text(name));
    }
    return all.append("})();\n").toString();
  }

  static String text(String name) throws IOException {
    try (InputStream in = Resources.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IOException("the program has lost its " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** What a content security policy calls a script by. */
  static String hash(String script) {
    try {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      byte[] digest = sha.digest(script.getBytes(StandardCharsets.UTF_8));
      return "sha256-" + Base64.getEncoder().encodeToString(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
