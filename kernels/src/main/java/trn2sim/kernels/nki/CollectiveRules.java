package trn2sim.kernels.nki;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import trn2sim.hw.isa.Engine;
import trn2sim.hw.isa.Partners;
import trn2sim.hw.memory.Access;
import trn2sim.kernels.api.CoreScript;

/** Exchanges between ranks, and between the cores of a rank. */
final class CollectiveRules {
  private static final String PERMUTE = "collective_permute_implicit";

  private final CoreScript script;
  private final Views views;
  private final Launching launching;
  private CoreProgram.Traffic traffic = CoreProgram.Traffic.NONE;

  CollectiveRules(CoreScript script, Views views, Launching launching) {
    this.script = script;
    this.views = views;
    this.launching = launching;
  }

  static boolean isPermute(Call call) {
    return call.op().equals(PERMUTE);
  }

  void addTo(Map<String, Consumer<Call>> rules) {
    rules.put("sendrecv", this::exchange);
    rules.put("core_barrier", this::barrier);
  }

  CoreProgram.Traffic traffic() {
    return traffic;
  }

  /** Whether a record is the next channel of the permute whose records came before it. */
  static boolean continues(List<Call> before, Call call) {
    return call.op().equals(PERMUTE)
        && !before.isEmpty()
        && before.get(0).op().equals(PERMUTE)
        && before.get(0).source() == call.source()
        && channel(call) == before.size();
  }

  private static int channel(Call call) {
    return call.has("channel") ? call.integers("channel").get(0) : 0;
  }

  /** The channels of one call start together. */
  void permute(List<Call> channels) {
    for (int i = 0; i < channels.size(); i++) {
      Call call = channels.get(i);
      call.requireOnly("groups", "channel");
      launching.requireGroups((List<?>) call.attributes().get("groups"));
      if (channel(call) != i) {
        throw new UnsupportedException(
            PERMUTE + " on channel " + channel(call) + ", expected channels from 0 on");
      }
    }
    script.permute(
        channels.stream().map(call -> views.of(call.output())).toList(),
        channels.stream().map(call -> views.of(call.input(0))).toList());
    traffic = traffic.and(new CoreProgram.Traffic(channels.size(), 0, false));
  }

  private void exchange(Call call) {
    call.requireOnly("send_to_rank", "recv_from_rank", "pipe_id");
    script.permute(0, views.of(call.output()), views.of(call.input(0)), new Partners.OtherCore());
    traffic = traffic.and(new CoreProgram.Traffic(0, 0, true));
  }

  private void barrier(Call call) {
    call.requireOnly("cores");
    List<Integer> all = launching.ranks().lnc() == 1 ? List.of(0) : List.of(0, 1);
    if (call.has("cores") && !call.integers("cores").equals(all)) {
      throw new UnsupportedException(
          "core_barrier of the cores " + call.integers("cores") + ", expected " + all);
    }
    Access data = views.of(call.output());
    script.coreBarrier(call.engineOr(Engine.GPSIMD), data);
  }
}
