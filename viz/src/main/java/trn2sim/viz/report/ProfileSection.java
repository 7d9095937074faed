package trn2sim.viz.report;

import java.util.List;
import trn2sim.core.unit.Text;
import trn2sim.kernels.api.MeasuredRun;
import trn2sim.traces.findings.Findings;

/** What was read of a profile, which part of it is the kernel, and what was not understood. */
final class ProfileSection implements Section {
  @Override
  public String title() {
    return "Profile";
  }

  @Override
  public boolean applies(Findings findings) {
    return findings.run().measured();
  }

  @Override
  public void write(Findings findings, Markup out) {
    findings.run().outcome().machine().measured().ifPresent(measured -> write(measured, out));
  }

  private static void write(MeasuredRun profile, Markup out) {
    new Table(
            List.of("", ""),
            List.of(
                List.of("file", profile.file()),
                List.of("from", profile.simulated().map(n -> "a run of " + n).orElse("hardware")),
                List.of("instructions", Integer.toString(profile.instructions())),
                List.of("DMAs", Integer.toString(profile.dmas())),
                List.of("before the kernel's first work", us(profile.capture().preamblePs())),
                List.of("the kernel", us(profile.capture().kernelPs())),
                List.of("after its last work", us(profile.capture().epiloguePs()))))
        .write(out);
    List<List<String>> notes =
        profile.notes().stream()
            .map(note -> List.of(Long.toString(note.count()), note.what()))
            .toList();
    if (notes.isEmpty()) {
      out.element("p", "All of it was understood.");
    } else {
      out.element("p", "What was not understood, or not as it should be:");
      new Table(List.of("times", "what"), notes).writeFolded(out);
    }
  }

  private static String us(long ps) {
    return Text.micros(ps) + " us";
  }
}
