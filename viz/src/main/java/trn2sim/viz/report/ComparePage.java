package trn2sim.viz.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import trn2sim.core.unit.Text;
import trn2sim.traces.compare.InputDifference;
import trn2sim.traces.compare.RunComparison;
import trn2sim.traces.export.ScenarioText;
import trn2sim.traces.findings.Findings;
import trn2sim.traces.scenario.Scenario;
import trn2sim.viz.spans.ProgramTexts;

/** Two runs on one page: what differs in the input, what in the result, both timelines. */
public final class ComparePage {
  private static final String ALIGN =
      "<label>Align at <select id=\"align\"><option value=\"\">the"
          + " start</option></select></label>\n";

  private ComparePage() {}

  public static void write(RunComparison comparison, Path file) throws IOException {
    List<Findings> runs = List.of(comparison.a(), comparison.b());
    boolean profiled = runs.stream().anyMatch(findings -> findings.run().measured());
    TimelineMarkup timelines =
        new TimelineMarkup(runs, run -> ProgramTexts.of(run, profiled), ALIGN);
    new Page(name(comparison.a()) + " and " + name(comparison.b()), Resources.script())
        .markup("headline", headline(comparison))
        .fill("timeline", timelines::write)
        .markup("sections", figures(comparison))
        .write(file);
  }

  private static String name(Findings findings) {
    return findings.run().scenario().name();
  }

  /** The input comes first: without it, no figure means anything. */
  private static String headline(RunComparison comparison) {
    Markup out = new Markup();
    out.open("header");
    out.element("h1", "A " + name(comparison.a()) + ", B " + name(comparison.b()));
    out.element("p", comparison.finding() + ".", "class", "answer");
    if (comparison.instructions().isPresent()) {
      source(out, "A", comparison.a());
      source(out, "B", comparison.b());
      return out.close().toString();
    }
    out.element("h2", "Input");
    List<List<String>> rows = new ArrayList<>();
    for (InputDifference difference : comparison.inputs()) {
      rows.add(
          List.of(difference.key(), difference.a().orElse("none"), difference.b().orElse("none")));
    }
    if (rows.isEmpty()) {
      out.element("p", "Both have the same input.");
    } else {
      new Table(List.of("key", "A", "B"), rows).write(out);
    }
    return out.close().toString();
  }

  private static void source(Markup out, String side, Findings findings) {
    Scenario scenario = findings.run().scenario();
    String text = side + " " + scenario.origin().file() + ": " + ScenarioText.of(scenario);
    out.element("p", text, "class", "note");
  }

  private static String figures(RunComparison comparison) {
    Markup out = new Markup();
    out.open("main");
    comparison.instructions().ifPresent(all -> InstructionTables.write(all, out));
    String group = "";
    List<List<String>> rows = new ArrayList<>();
    for (RunComparison.Line line : comparison.lines()) {
      if (!line.group().equals(group)) {
        section(group, rows, out);
        rows = new ArrayList<>();
        group = line.group();
      }
      rows.add(row(line));
    }
    section(group, rows, out);
    notes(comparison.notes(), out);
    return out.close().line().toString();
  }

  private static void section(String group, List<List<String>> rows, Markup out) {
    if (!rows.isEmpty()) {
      out.open("section").element("h2", group);
      new Table(List.of("figure", "A", "B", "B - A", "B against A"), rows).write(out);
      out.close().line();
    }
  }

  private static void notes(List<String> notes, Markup out) {
    if (!notes.isEmpty()) {
      out.open("section").element("h2", "What these runs assume").open("ul");
      notes.forEach(note -> out.element("li", note));
      out.close().close().line();
    }
  }

  private static List<String> row(RunComparison.Line line) {
    return List.of(
        line.name(),
        number(line.a()),
        number(line.b()),
        number(line.a().flatMap(x -> line.b().map(y -> y - x))),
        line.against());
  }

  private static String number(Optional<Double> value) {
    return value.map(Text::number).orElse("");
  }
}
