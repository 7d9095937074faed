package trn2sim.viz.report;

import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import trn2sim.core.json.JsonObject;
import trn2sim.traces.analysis.Analysis;
import trn2sim.viz.spans.TimelineData;

/**
 * A run as one HTML file that needs nothing else: the answer, a timeline to move about in, and the
 * tables behind it. Only the report's own script can run in it, whatever names a scenario has.
 */
public final class Report {
  private static final List<Section> SECTIONS =
      List.of(
          new ViewsSection(),
          new PathSection(),
          new WaitsSection(),
          new CriticalPathSection(),
          new BoundsSection(),
          new GapSection(),
          new ListSection(
              "Ring steps",
              "ring_steps",
              "When each fragment arrived at the core that ended last, when it was used, and which"
                  + " side waited for the other."),
          new ListSection("Ranks", "rank_us", "Each rank's time by itself, in microseconds."),
          new ListSection("Links", "links", "Bytes and busy time of each link in use."),
          new ListSection("HBM", "hbm", "Bytes and busy time of each stack in use."),
          new ListSection("DMA engines", "dma", "Bytes and busy time of each DMA engine."),
          new FunctionalSection(),
          new ParametersSection(),
          new ScenarioSection());

  private Report() {}

  public static void write(Analysis analysis, JsonObject document, Path file) throws IOException {
    ReportData data = new ReportData(analysis, document);
    String script = Resources.script();
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
      print(out, head(data, script));
      print(out, TimelineMarkup.text() + "<script type=\"text/plain\" id=\"timeline-data\">");
      writeTimeline(analysis, out);
      print(out, "</script>\n" + sections(data) + "<script>" + script + "</script>\n");
      print(out, "</body>\n</html>\n");
    }
  }

  private static void print(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String head(ReportData data, String script) throws IOException {
    Markup headline = new Markup();
    new Headline(data).write(headline.open("header"));
    headline.close();
    String policy =
        "default-src 'none'; style-src 'unsafe-inline'; script-src '"
            + Resources.hash(script)
            + "'";
    return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        + "<meta http-equiv=\"Content-Security-Policy\" content=\""
        + Markup.escape(policy)
        + "\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        + "<meta name=\"color-scheme\" content=\"light dark\">\n<title>"
        + Markup.escape(data.result().scenario().name())
        + " - trn2sim</title>\n<style>\n"
        + Resources.text("report.css")
        + "</style>\n</head>\n<body>\n"
        + headline
        + "\n";
  }

  /** Compressed, then as text, straight to the file. */
  private static void writeTimeline(Analysis analysis, OutputStream out) throws IOException {
    OutputStream kept =
        new FilterOutputStream(out) {
          @Override
          public void write(byte[] bytes, int from, int count) throws IOException {
            out.write(bytes, from, count);
          }

          @Override
          public void close() throws IOException {
            flush();
          }
        };
    OutputStream packed = new GZIPOutputStream(Base64.getEncoder().wrap(kept), 1 << 16);
    // The compressor is called for blocks, not for each of the bytes that make up a number.
    try (OutputStream blocks = new BufferedOutputStream(packed, 1 << 16)) {
      TimelineData.write(analysis, blocks);
    }
  }

  private static String sections(ReportData data) {
    Markup out = new Markup();
    out.open("main");
    for (Section section : SECTIONS) {
      if (section.applies(data)) {
        out.open("section").element("h2", section.title()).line();
        section.write(data, out);
        out.close().line();
      }
    }
    return out.close().line().toString();
  }
}
