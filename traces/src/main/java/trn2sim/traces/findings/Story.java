package trn2sim.traces.findings;

import static java.util.stream.Collectors.joining;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import trn2sim.core.unit.Text;
import trn2sim.kernels.api.View;
import trn2sim.kernels.check.RankVerdict;
import trn2sim.traces.analysis.GapCauses;
import trn2sim.traces.analysis.LateFragments;
import trn2sim.traces.search.LineSearch;
import trn2sim.traces.search.OtherPath;
import trn2sim.traces.search.Tried;

/** What a run says, in sentences: summary and report tell the same, with the same figures. */
public final class Story {
  private static final int MOST_LINES = 3;

  /** Of kernels that hardly multiply, the arithmetic's share of its peak says nothing. */
  private static final double WORTH_NAMING = 0.01;

  /** Codes of notes: something is read that nothing wrote, or not written; cores race. */
  private static final List<String> DOUBTFUL = List.of("W1", "W12");

  /** Less is not worth a sentence. */
  private static final double LEAST_TOLD = 0.05;

  private final Findings findings;

  Story(Findings findings) {
    this.findings = findings;
  }

  /** The sentences that apply, the answer first. */
  public List<String> sentences() {
    Stream<String> first =
        Stream.of(Stream.of(answer()), wrong().stream(), doubts().stream()).flatMap(all -> all);
    Stream<Optional<String>> others =
        Stream.of(
            limit(),
            reloads(),
            spill(),
            hidden(),
            loss(),
            psum(),
            advice(),
            otherPath(),
            lines(),
            sizes(),
            originalFails(),
            range());
    return Stream.concat(first, others.flatMap(Optional::stream)).toList();
  }

  /** How long it takes, and whether fusing pays where that is the question. */
  public String answer() {
    return findings
        .verdict()
        .map(Verdict::sentence)
        .orElseGet(
            () -> {
              String time =
                  findings.run().measured()
                      ? "Profile: " + Text.about(findings.times().totalPs())
                      : "A" + findings.roughly().substring(1);
              return findings
                      .rates()
                      .arithmetic()
                      .filter(rate -> rate.mfu() >= WORTH_NAMING || moves(rate.mfu()).isEmpty())
                      .map(rate -> time + ", " + Text.percent(rate.mfu()) + " of the peak (MFU)")
                      .or(() -> memory(time))
                      .orElse(time)
                  + ".";
            });
  }

  /** That the kernel computes something else than it should: its time means little then. */
  public Optional<String> wrong() {
    List<RankVerdict> verdicts = findings.run().verdicts();
    List<RankVerdict> failed = verdicts.stream().filter(one -> !one.passed()).toList();
    return failed.stream()
        .findFirst()
        .map(
            first ->
                Text.format(
                    "WRONG VALUES on %d of %s%s.",
                    failed.size(),
                    Text.count(verdicts.size(), "rank"),
                    first.wrong().map(one -> ": " + one.text()).orElse("")));
  }

  /** Notes on what makes the time that of another kernel than is meant: see {@link #DOUBTFUL}. */
  public List<String> doubts() {
    return findings.remarks().stream().filter(Story::isDoubt).map(note -> note + ".").toList();
  }

  /** Whether a note is told among the first sentences. */
  public static boolean isDoubt(String note) {
    return DOUBTFUL.stream().anyMatch(code -> note.startsWith(code + " "));
  }

  /** The memory's rate, if it is more of what could be than so much. */
  private Optional<Rates.Memory> moves(double share) {
    return findings.rates().memory().filter(rate -> rate.mbu() > share);
  }

  private Optional<String> memory(String time) {
    return findings
        .rates()
        .memory()
        .filter(rate -> rate.bytes() > 0)
        .map(rate -> time + ", " + Text.percent(rate.mbu()) + " of the HBM bandwidth (MBU)");
  }

  /** What the critical path shows. */
  public Optional<String> limit() {
    return findings
        .limit()
        .map(
            limit ->
                Text.format(
                    "Limited by %s%s: %s of the critical path.",
                    limit.what(),
                    limit.meaning(),
                    Text.percent(findings.share(limit.charged().ps()))));
  }

  /**
   * What is loaded more than once, where DMAs or their issue limit, or most is lost to loads. What
   * is loaded again because tiles were spilled is the compiler's doing.
   */
  public Optional<String> reloads() {
    boolean limited = findings.limit().filter(Limit::isOfDmas).isPresent();
    boolean late = findings.largestLoss().filter(l -> l.name().equals(GapCauses.LOAD)).isPresent();
    return findings
        .reloads()
        .filter(again -> limited || late)
        .filter(again -> findings.compiler().filter(CompilerEffect::spills).isEmpty());
  }

  /** What does not fit into SBUF, which may stand behind any wait for a load. */
  public Optional<String> spill() {
    return findings
        .compiler()
        .filter(CompilerEffect::spills)
        .map(
            effect ->
                Text.format(
                    "Spilled: tiles exceed SBUF; on all cores together %s are saved to HBM and %s"
                        + " loaded again. trn2sim explain says what is held.",
                    Text.bytes(effect.spilledBytes()), Text.bytes(effect.reloadedBytes())));
  }

  /** How much of the communication is hidden, and how many fragments of a ring came late. */
  public Optional<String> hidden() {
    return findings
        .communication()
        .map(
            comm ->
                Text.format(
                    "Hidden: %s of the communication (%s in flight, %s exposed)%s.",
                    Text.percent(comm.hidden()),
                    Text.about(comm.inFlightPs()),
                    Text.about(comm.exposedPs()),
                    late(LateFragments.of(findings.ringSteps()))));
  }

  private static String late(LateFragments ring) {
    return ring.fragments() == 0 ? "" : "; " + ring.words();
  }

  public Optional<String> loss() {
    return findings
        .largestLoss()
        .map(
            loss ->
                Text.format(
                    "Biggest loss: %s, %s (%s): %s.",
                    loss.name(),
                    Text.about(loss.ps()),
                    Text.percent(findings.share(loss.ps())),
                    loss.meaning()));
  }

  /** That TensorE had something to do and no room in PSUM for it, which no single wait shows. */
  public Optional<String> psum() {
    return findings
        .onChip()
        .map(OnChip::fullPsumPs)
        .filter(ps -> findings.share(ps) >= LEAST_TOLD)
        .map(
            ps ->
                Text.format(
                    "PSUM full: for %s (%s) TensorE stands still although a later instruction"
                        + " has all its operands, because the banks of PSUM are taken by tiles before"
                        + " its own. Put several small tiles into one PSUM tile, or copy them out"
                        + " sooner.",
                    Text.about(ps), Text.percent(findings.share(ps))));
  }

  /** The option that gains most, where options were tried. */
  public Optional<String> advice() {
    return findings.sideRuns().tuning().map(this::advice);
  }

  /** Where no options were tried, the path not taken may be known to be faster. */
  public Optional<String> otherPath() {
    return findings
        .sideRuns()
        .otherPath()
        .filter(other -> findings.sideRuns().tuning().isEmpty())
        .filter(other -> gain(other) > Tried.WORTH_WHILE)
        .map(
            other ->
                Text.format(
                    "Try %s: about %s, %s less%s.",
                    other.setting(),
                    Text.about(other.totalPs().orElseThrow()),
                    Text.percent(gain(other)),
                    findings.verdict().map(found -> over(found, other)).orElse("")));
  }

  private double gain(OtherPath other) {
    return 1 - findings.share(other.totalPs().orElse(Long.MAX_VALUE));
  }

  private static String over(Verdict verdict, OtherPath other) {
    double baseline = verdict.views().ps(View.SEQUENTIAL);
    double speedup = baseline / other.totalPs().orElseThrow();
    return Text.format(", %.2fx over %s", speedup, Verdict.BASELINE);
  }

  private String advice(List<Tried> tried) {
    return tried.stream()
        .filter(Tried::gains)
        .findFirst()
        .map(
            best ->
                Text.format(
                        "Try %s: about %s, %s less (%s).",
                        best.settings(),
                        Text.about(best.ps()),
                        Text.percent(best.gain()),
                        best.why())
                    + remedy(best))
        .orElse("No option alone gains more than 1 %" + elsewhere() + ".");
  }

  /** What the author of a kernel does to have it. */
  private String remedy(Tried best) {
    return LineCost.hasSource(findings.run())
        ? best.changes().stream()
            .flatMap(change -> change.inKernel().stream())
            .map(words -> " In the kernel: " + words + ".")
            .collect(joining())
        : "";
  }

  /** Which lines of the source are worth a change, at most so much; matmuls have to be done. */
  public Optional<String> lines() {
    List<LineSearch.FreeLine> worth =
        findings.sideRuns().lines().orElse(List.of()).stream()
            .filter(LineSearch.FreeLine::matters)
            .limit(MOST_LINES)
            .toList();
    if (worth.isEmpty()) {
      return Optional.empty();
    }
    String others =
        worth.stream()
            .skip(1)
            .map(line -> "; " + line.words() + " " + Text.percent(line.gain()))
            .collect(joining());
    return Optional.of(
        Text.format(
            "Worth a change: %s, %s less if it took no time%s.",
            worth.get(0).words(), Text.percent(worth.get(0).gain()), others));
  }

  /** A kernel's author can change more than its options. */
  private String elsewhere() {
    return LineCost.hasSource(findings.run())
        ? "; docs/waits.md says what helps in the kernel against each loss"
        : "";
  }

  /** At which sizes the advice to fuse would be another. */
  public Optional<String> sizes() {
    return findings.verdict().flatMap(Verdict::changes);
  }

  /** That the public kernel which this one follows would fail at this size, where it would. */
  public Optional<String> originalFails() {
    return findings
        .route()
        .flatMap(route -> route.choice().originalFails())
        .map(why -> why.substring(0, 1).toUpperCase(Locale.ROOT) + why.substring(1) + ".");
  }

  /** Whether the advice to fuse holds over the range, where that was looked for. */
  public Optional<String> range() {
    return findings.verdict().flatMap(Verdict::range).map(RangeVerdict::sentence);
  }
}
