package trn2sim.viz.report;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** A page that needs no other file, and whose only script is the one it is given. */
final class Page {
  private final Template template;

  Page(String name, String script) throws IOException {
    template =
        new Template(Resources.text("report.html"))
            .text("name", name)
            .markup("script-hash", Resources.hash(script))
            .markup("style", Resources.text("report.css"))
            .markup("manual", Manual.markup())
            .markup("script", script);
  }

  Page markup(String gap, String markup) {
    template.markup(gap, markup);
    return this;
  }

  Page fill(String gap, Template.Filling filling) {
    template.fill(gap, filling);
    return this;
  }

  void write(Path file) throws IOException {
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
      write(out);
    }
  }

  void write(OutputStream out) throws IOException {
    template.write(out);
  }
}
