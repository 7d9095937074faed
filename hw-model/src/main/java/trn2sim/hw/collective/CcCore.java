package trn2sim.hw.collective;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import trn2sim.core.resource.FlowNetwork;
import trn2sim.core.resource.FlowRoute;
import trn2sim.core.sim.Phase;
import trn2sim.core.sim.Simulation;
import trn2sim.hw.dma.Jitter;

/**
 * The CC-core that serves one channel of a core: data of one copy at a time, in the order asked
 * for. Copies that are ready are prepared while the data of others moves, so a step that sends to
 * several ranks pays its fixed time once.
 */
final class CcCore {
  /** A copy that has been made. */
  record Done(Copy copy, long startPs, long endPs) {}

  private final Simulation simulation;
  private final FlowNetwork network;
  private final Jitter jitter;
  private final ArrayDeque<Copy> waiting = new ArrayDeque<>();
  private final List<Done> done = new ArrayList<>();
  private boolean busy;

  CcCore(Simulation simulation, FlowNetwork network, Jitter jitter) {
    this.simulation = simulation;
    this.network = network;
    this.jitter = jitter;
  }

  void submit(Copy copy) {
    waiting.add(copy);
    if (!busy) {
      next();
    }
  }

  private void next() {
    Copy copy = waiting.poll();
    busy = copy != null;
    if (busy) {
      long begin = Math.max(simulation.now(), copy.readyPs() + jitter.of(copy.setupPs()));
      simulation.at(begin, Phase.COMPLETE, "collective copy", () -> move(copy, begin));
    }
  }

  private void move(Copy copy, long begin) {
    FlowRoute route = new FlowRoute(copy.uses());
    network.start(copy.bytes(), route, copy.capPerPs(), copy.weight(), () -> finish(copy, begin));
  }

  private void finish(Copy copy, long begin) {
    long end = simulation.now();
    done.add(new Done(copy, begin, end));
    copy.whenDone().accept(end + copy.notifyPs());
    next();
  }

  List<Done> made() {
    return done;
  }
}
