package trn2sim.cli;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import trn2sim.core.unit.Text;
import trn2sim.kernels.api.Capture;
import trn2sim.kernels.api.MeasuredRun;
import trn2sim.traces.export.ScenarioText;
import trn2sim.traces.export.TimelineText;
import trn2sim.traces.findings.Findings;
import trn2sim.traces.findings.LineCost;
import trn2sim.traces.findings.Story;

/** What {@code profile} prints: where the measured time went, and what was not understood. */
final class ProfileSummary {
  private static final int MARGIN = 2;
  private static final int LABEL = 11;
  private static final int MOST = 5;
  private static final int MOST_NOTES = 10;

  private final Terminal terminal;
  private final StringBuilder out = new StringBuilder();

  ProfileSummary(Terminal terminal) {
    this.terminal = terminal;
  }

  String of(Findings findings, MeasuredRun profile) {
    Story story = findings.story();
    paragraph(findings.run().scenario().name() + ": " + ScenarioText.of(findings.run().scenario()));
    Wrapped.lines(story.answer(), MARGIN, terminal.columns())
        .forEach(line -> out.append(terminal.bold(line)).append('\n'));
    Stream.of(story.limit(), story.loss(), story.hidden())
        .flatMap(Optional::stream)
        .forEach(this::paragraph);
    out.append('\n');
    profile.simulated().ifPresent(name -> line("from", "a simulated run of " + name));
    line("capture", capture(profile));
    line("critical", path(findings));
    statements(findings.lines()).ifPresent(text -> line("statements", text));
    notes(profile.notes());
    int room = terminal.columns() - MARGIN;
    out.append('\n').append(TimelineText.firstCore(findings, room).indent(MARGIN));
    return out.append('\n').append(new EngineTable(terminal).of(findings)).toString();
  }

  private static String capture(MeasuredRun profile) {
    Capture capture = profile.capture();
    return Text.format(
        "%d instructions, %d DMAs; %s before the kernel's first work and %s after its last are"
            + " left out",
        profile.instructions(),
        profile.dmas(),
        Text.about(capture.preamblePs()),
        Text.about(capture.epiloguePs()));
  }

  private static String path(Findings findings) {
    return findings.criticalPath().shares().stream()
        .limit(MOST)
        .map(share -> share.resource() + " " + Text.percent(findings.share(share.ps())))
        .collect(Collectors.joining(", "));
  }

  /** The statements that cost most. */
  private static Optional<String> statements(List<LineCost> lines) {
    String text =
        lines.stream()
            .sorted(Comparator.comparingLong(LineCost::busyPs).reversed())
            .limit(MOST)
            .map(
                line ->
                    Text.format(
                        "%s (busy %s, waits %s)",
                        line.words(), Text.about(line.busyPs()), Text.about(line.waitPs())))
            .collect(Collectors.joining(", "));
    return text.isEmpty() ? Optional.empty() : Optional.of("of all cores together: " + text);
  }

  private void notes(List<MeasuredRun.Note> notes) {
    notes.stream()
        .limit(MOST_NOTES)
        .forEach(note -> line("note", note.count() + " x " + note.what()));
    if (notes.size() > MOST_NOTES) {
      line("note", notes.size() - MOST_NOTES + " more kinds in result.json");
    }
  }

  private void paragraph(String text) {
    out.append(Wrapped.text(text, MARGIN, terminal.columns()));
  }

  private void line(String name, String text) {
    String labelled = " ".repeat(MARGIN) + Text.format("%-" + (LABEL - 1) + "s ", name) + text;
    out.append(Wrapped.text(labelled, MARGIN + LABEL, terminal.columns()));
  }
}
