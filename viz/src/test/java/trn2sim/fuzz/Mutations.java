package trn2sim.fuzz;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Changes that make keys, values and texts odd, wrong or hostile. */
final class Mutations {
  private static final List<String> VALUES =
      List.of(
          "",
          "0",
          "-1",
          "1",
          "3",
          "127",
          "129",
          "1048577",
          "2147483648",
          "9223372036854775807",
          "9223372036854775808",
          "1e309",
          "1e-400",
          "1e5",
          ".nan",
          ".inf",
          "-0.0",
          "0x80",
          "0o17",
          "1_000",
          "0.5",
          "128.0",
          "NaN",
          "true",
          "~",
          "null",
          "[]",
          "{}",
          "[1, 2]",
          "{ a: 1 }",
          "[[[[]]]]",
          "'128'",
          "\"\\0\"",
          "\"\\u202e\"",
          "\"\\e[31m\"",
          "&a 1",
          "*a",
          "!!int 7",
          "!!java.net.URL x",
          "| \n  text",
          "128 B",
          "1 GB/s",
          "1 parsec",
          "GB/s",
          "- 1",
          "1 ns",
          "0 B",
          "-5 ns",
          "99999999999999999999 GB/s",
          "1e400 ns",
          "0.0000000001 GHz",
          "../..",
          "/",
          "/dev/null",
          ".",
          "/etc/passwd",
          "\u00e4\u00f6\u4e2d\u6587",
          "\ud83d\ude00",
          "=cmd()",
          "trn2",
          "trn4",
          "h100x8",
          "bf16",
          "int8",
          "list",
          "source",
          "matmul",
          "matmull",
          "helion_all_gather_matmul",
          "ascend_gemm",
          "micro_dma",
          "2000-01-01",
          "1:30",
          "{ nki: x.py }",
          "{ stream: s.yaml }",
          "{ stream: none, function: f }",
          "\t",
          "#",
          ":");

  private static final List<String> KEYS =
      List.of(
          "kernel",
          "device",
          "shape.M",
          "shape.K",
          "shape.N",
          "shape.m",
          "shape.n",
          "shape.q",
          "dtype",
          "ranks.tp",
          "ranks.lnc",
          "ranks.groups",
          "options.dge",
          "options.schedule",
          "options.force_hbm_cc",
          "options.count",
          "run.mode",
          "run.seed",
          "run.data",
          "run.rounding",
          "compiler.order",
          "compiler.lookahead",
          "compiler.engines",
          "overrides.hbm.stack_bandwidth",
          "overrides.tensor_engine.clock",
          "overrides.cc.packet",
          "overrides.sbuf.usable_partition_bytes",
          "overrides.chip.cores",
          "overrides.x",
          "what_if.straggler",
          "what_if.dma_jitter",
          "what_if.lost_links",
          "what_if.replications",
          "name",
          "axes",
          "metrics",
          "sweep",
          "combine",
          "\u00fc",
          "''",
          "a b",
          "<<",
          "? x");

  private static final List<String> SNIPPETS =
      List.of(
          " ",
          "\n",
          ":",
          "-",
          ",",
          "{",
          "}",
          "[",
          "]",
          "\"",
          "'",
          "#",
          "&",
          "*",
          "!",
          "|",
          ">",
          "%",
          "@",
          "`",
          "\t",
          "\u0000",
          "\u001b",
          "\ufeff",
          "\u202e",
          "\u2028",
          "\u0085",
          "\r",
          "\ud83d\ude00",
          "---\n",
          "...\n",
          "0",
          "9",
          "1e",
          ".",
          "\\",
          "null",
          "\ud800");

  /** Sizes between those that run at once and those that are refused would run for minutes. */
  private static final Pattern LONG_RUNS =
      Pattern.compile("(?<![0-9])([0-9]{3})[0-9]{1,4}(?![0-9])");

  private Mutations() {}

  /** Changes a few keys or values. */
  static void entries(Draft draft, Choices choices) {
    int changes = 1 + choices.below(3);
    for (int i = 0; i < changes; i++) {
      List<Draft.Entry> entries = draft.entries();
      int at = choices.below(entries.size() + 1);
      if (at == entries.size()) {
        entries.add(new Draft.Entry(choices.of(KEYS), choices.of(VALUES)));
      } else {
        change(entries, at, choices);
      }
    }
  }

  private static void change(List<Draft.Entry> entries, int at, Choices choices) {
    Draft.Entry entry = entries.get(at);
    switch (choices.below(6)) {
      case 0, 1 -> entries.set(at, new Draft.Entry(entry.key(), choices.of(VALUES)));
      case 2 -> entries.set(at, new Draft.Entry(choices.of(KEYS), entry.value()));
      case 3 -> entries.set(at, new Draft.Entry(typo(entry.key(), choices), entry.value()));
      case 4 -> entries.add(entry);
      default -> entries.remove(at);
    }
  }

  private static String typo(String text, Choices choices) {
    int at = choices.below(text.length());
    return switch (choices.below(3)) {
      case 0 -> text.substring(0, at) + text.substring(at + 1);
      case 1 -> text.substring(0, at) + "x" + text.substring(at);
      default -> text.substring(0, at) + text.substring(at).toUpperCase(java.util.Locale.ROOT);
    };
  }

  /** Changes a few characters or lines. */
  static String text(String text, Choices choices) {
    String changed = text;
    int changes = 1 + choices.below(3);
    for (int i = 0; i < changes; i++) {
      changed = choices.chance(50) ? lines(changed, choices) : characters(changed, choices);
    }
    return LONG_RUNS.matcher(changed).replaceAll("$1");
  }

  private static String characters(String text, Choices choices) {
    int from = choices.below(text.length() + 1);
    int to = Math.min(text.length(), from + choices.of(0, 1, 2, 8));
    return text.substring(0, from) + choices.of(SNIPPETS) + text.substring(to);
  }

  private static String lines(String text, Choices choices) {
    List<String> lines = new ArrayList<>(text.lines().toList());
    if (lines.isEmpty()) {
      return text;
    }
    int at = choices.below(lines.size());
    switch (choices.below(5)) {
      case 0 -> lines.remove(at);
      case 1 -> lines.add(at, lines.get(choices.below(lines.size())));
      case 2 -> lines.set(at, lines.get(at).replaceFirst("[0-9.]+", number(choices)));
      case 3 -> lines.subList(at, lines.size()).clear();
      default -> lines.set(at, " ".repeat(choices.below(4)) + lines.get(at).strip());
    }
    return String.join("\n", lines) + "\n";
  }

  private static String number(Choices choices) {
    return choices.of("0", "1", "-1", "7", "127", "129", "0.5", "9999999999", "1e9", "x");
  }
}
