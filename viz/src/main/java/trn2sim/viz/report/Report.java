package trn2sim.viz.report;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import trn2sim.kernels.api.Traffic;
import trn2sim.traces.findings.Findings;
import trn2sim.viz.spans.ProgramTexts;

/**
 * A run as one HTML file that needs nothing else: the answer, a timeline to move about in, and the
 * tables behind it. Only the report's own script can run in it, whatever names a scenario has.
 */
public final class Report {
  private static final List<Section> SECTIONS =
      List.of(
          new RangeSection(),
          new NotesSection(),
          new ViewsSection(),
          new PathSection(),
          new WaitsSection(),
          new CriticalPathSection(),
          LinesSection.LINES,
          LinesSection.LOOPS,
          new BoundsSection(),
          new GapSection(),
          new TableSection(
              "Ring steps",
              "When each fragment arrived at the core that ended last, channel by channel, when it"
                  + " was used, and which side waited for the other.",
              RunTables::ringSteps),
          new TableSection("Ranks", "The time of each rank.", RunTables::ranks),
          new TableSection(
              "Links",
              "What each link in use carried. Busy: while anything was on its way; GB/s: over the whole"
                  + " run.",
              RunTables.traffic(Traffic.Kinds::links)),
          new TableSection(
              "HBM",
              "What each stack in use carried. Busy: while anything was on its way, however slowly;"
                  + " GB/s and the share of its peak: over the whole run.",
              RunTables.traffic(Traffic.Kinds::hbm)),
          new TableSection(
              "DMA engines",
              "What each DMA engine carried, as above.",
              RunTables.traffic(Traffic.Kinds::dma)),
          new FunctionalSection(),
          new ProfileSection(),
          new ParametersSection(),
          new ScenarioSection());

  private Report() {}

  public static void write(Findings findings, Path file) throws IOException {
    write(findings, () -> ProgramTexts.of(findings.run()), file);
  }

  /**
   * Writes it.
   *
   * @param texts of the run's programs, asked for last: somebody may still be at work on them
   */
  public static void write(Findings findings, Supplier<ProgramTexts> texts, Path file)
      throws IOException {
    page(findings, texts).write(file);
  }

  public static void write(Findings findings, OutputStream out) throws IOException {
    page(findings, () -> ProgramTexts.of(findings.run())).write(out);
  }

  private static Page page(Findings findings, Supplier<ProgramTexts> texts) throws IOException {
    TimelineMarkup timeline = new TimelineMarkup(List.of(findings), run -> texts.get(), "");
    return new Page(findings.run().scenario().name(), Resources.script())
        .markup("headline", headline(findings))
        .fill("timeline", timeline::write)
        .markup("sections", sections(findings));
  }

  private static String headline(Findings findings) {
    Markup out = new Markup();
    new Headline(findings).write(out.open("header"));
    return out.close().toString();
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
