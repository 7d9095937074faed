package trn2sim.viz.report;

import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import trn2sim.core.timeline.WaitReason;
import trn2sim.kernels.api.Traffic;
import trn2sim.traces.findings.Findings;
import trn2sim.viz.spans.TimelineData;
import trn2sim.viz.theme.Palette;

/**
 * A run as one HTML file that needs nothing else: the answer, a timeline to move about in, and the
 * tables behind it. Only the report's own script can run in it, whatever names a scenario has.
 */
public final class Report {
  private static final List<Section> SECTIONS =
      List.of(
          new RangeSection(),
          new ViewsSection(),
          new PathSection(),
          new WaitsSection(),
          new CriticalPathSection(),
          new BoundsSection(),
          new GapSection(),
          new TableSection(
              "Ring steps",
              "When each fragment arrived at the core that ended last, when it was used, and which"
                  + " side waited for the other.",
              RunTables::ringSteps),
          new TableSection("Ranks", "The time of each rank.", RunTables::ranks),
          new TableSection(
              "Links",
              "Bytes and busy time of each link in use.",
              RunTables.traffic(Traffic.Kinds::links)),
          new TableSection(
              "HBM",
              "Bytes and busy time of each stack in use.",
              RunTables.traffic(Traffic.Kinds::hbm)),
          new TableSection(
              "DMA engines",
              "Bytes and busy time of each DMA engine.",
              RunTables.traffic(Traffic.Kinds::dma)),
          new FunctionalSection(),
          new ParametersSection(),
          new ScenarioSection());

  private Report() {}

  public static void write(Findings findings, Path file) throws IOException {
    String script = Resources.script();
    Template page =
        new Template(Resources.text("report.html"))
            .text("name", findings.run().scenario().name())
            .markup("script-hash", Resources.hash(script))
            .markup("style", Resources.text("report.css"))
            .markup("headline", headline(findings))
            .markup("series", join(Palette.SERIES.stream().map(Palette::css)))
            .markup("reasons", join(Stream.of(WaitReason.values()).map(Report::colour)))
            .fill("timeline", out -> writeTimeline(findings, out))
            .markup("sections", sections(findings))
            .markup("script", script);
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
      page.write(out);
    }
  }

  private static String headline(Findings findings) {
    Markup out = new Markup();
    new Headline(findings).write(out.open("header"));
    return out.close().toString();
  }

  private static String join(Stream<String> words) {
    return words.collect(Collectors.joining(" "));
  }

  private static String colour(WaitReason reason) {
    return reason.label() + "=" + Palette.css(Palette.of(reason));
  }

  /** Compressed, then as text, straight to the file. */
  private static void writeTimeline(Findings findings, OutputStream out) throws IOException {
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
      TimelineData.write(findings, blocks);
    }
  }

  private static String sections(Findings findings) {
    Markup out = new Markup();
    out.open("main");
    for (Section section : SECTIONS) {
      if (section.applies(findings)) {
        out.open("section").element("h2", section.title()).line();
        section.write(findings, out);
        out.close().line();
      }
    }
    return out.close().line().toString();
  }
}
