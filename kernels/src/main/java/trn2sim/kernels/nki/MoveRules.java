package trn2sim.kernels.nki;

import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import trn2sim.hw.isa.DmaCopy;
import trn2sim.hw.isa.DmaCopy.Dge;
import trn2sim.hw.isa.Engine;
import trn2sim.hw.memory.Access;
import trn2sim.kernels.api.CoreScript;
import trn2sim.kernels.api.DmaQueues;

/** DMA transfers; who issues them is the compiler's choice unless the call says. */
final class MoveRules {
  private final CoreScript script;
  private final Views views;
  private final DmaQueues queues;

  MoveRules(CoreScript script, Views views, DmaQueues queues) {
    this.script = script;
    this.views = views;
    this.queues = queues;
  }

  void addTo(Map<String, Consumer<Call>> rules) {
    rules.put("dma_copy", call -> move(call, false));
    rules.put("dma_transpose", call -> move(call, true));
  }

  private void move(Call call, boolean transpose) {
    call.requireOnly("dge_mode", "queue", "axes");
    if (transpose && call.output().dims().size() != 2) {
      throw new UnsupportedException(
          "dma_transpose in " + call.output().dims().size() + " dimensions is not simulated");
    }
    Access dst = views.of(call.output());
    Access src = views.of(call.input(0));
    Optional<Engine> issuer = call.word("queue").map(Call::engineNamed);
    Optional<Dge> mode = call.word("dge_mode").flatMap(MoveRules::mode);
    DmaQueues chosen =
        mode.or(() -> issuer.map(MoveRules::usual)).map(DmaQueues::all).orElse(queues);
    DmaCopy copy = chosen.transfer(dst, src, transpose);
    script.add(issuer.map(by -> new DmaCopy(by, made(copy, by), dst, src, transpose)).orElse(copy));
  }

  /** Only GpSimd makes descriptors in software; what another queue cannot make is prepared. */
  private static Dge made(DmaCopy copy, Engine issuer) {
    return copy.dge() == Dge.SWDGE && issuer != Engine.GPSIMD ? Dge.STATIC : copy.dge();
  }

  private static Dge usual(Engine issuer) {
    return switch (issuer) {
      case GPSIMD -> Dge.SWDGE;
      case SYNC, SCALAR -> Dge.HWDGE;
      case VECTOR, TENSOR -> Dge.STATIC;
    };
  }

  private static Optional<Dge> mode(String word) {
    return switch (word) {
      case "swdge" -> Optional.of(Dge.SWDGE);
      case "hwdge" -> Optional.of(Dge.HWDGE);
      case "none" -> Optional.of(Dge.STATIC);
      case "unknown" -> Optional.empty();
      default -> throw new UnsupportedException("dge_mode " + word + " is not simulated");
    };
  }
}
