package trn2sim.hw.link;

import java.util.List;

/** Prints a plan, one line per transfer: driver, source, chunks and where they go. */
final class PlanText {
  private PlanText() {}

  static String of(AllGatherPlan plan) {
    StringBuilder text = new StringBuilder();
    text.append(plan.group()).append(": ").append(plan.reason()).append('\n');
    for (int channel = 0; channel < plan.channels().size(); channel++) {
      List<PlanStep> steps = plan.channels().get(channel);
      for (int step = 0; step < steps.size(); step++) {
        text.append("channel ").append(channel).append(" step ").append(step).append('\n');
        steps.get(step).transfers().forEach(transfer -> append(text, transfer));
      }
    }
    return text.toString();
  }

  private static void append(StringBuilder text, ChunkCopy transfer) {
    text.append("  ").append(transfer.source()).append(" chunks ").append(transfer.chunks());
    for (Delivery delivery : transfer.deliveries()) {
      text.append(" > ").append(delivery.rank());
      if (!delivery.route().onChip()) {
        text.append(" by ").append(delivery.route().links());
      }
    }
    if (transfer.driver() != transfer.source()) {
      text.append(" moved by ").append(transfer.driver());
    }
    text.append('\n');
  }
}
