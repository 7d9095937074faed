package trn2sim.traces.nki;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import trn2sim.core.sim.EventListKind;
import trn2sim.core.timeline.Track;
import trn2sim.kernels.Kernels;
import trn2sim.traces.accuracy.AccuracyFile;
import trn2sim.traces.accuracy.AccuracyRow;
import trn2sim.traces.accuracy.RowSelection;
import trn2sim.traces.run.ScenarioRunner;
import trn2sim.traces.scenario.ScenarioLoader;

/** With {@code options.dge: static} every descriptor of a kernel in NKI is made beforehand. */
class StaticRingsTest {
  private static final long DOORBELL_AND_FETCH_PS = 839_000;

  @Test
  void loadsAndTheIdentityAreOnSyncAndStoresOnGpSimd() {
    Map<String, List<Long>> queues = new TreeMap<>();
    for (Track track : tracks("CS-transpose")) {
      String name = track.name().substring(track.name().indexOf("].") + 2);
      if (name.contains("Dma.")) {
        queues.put(
            name.substring(name.indexOf("Dma.")), List.of((long) track.size(), track.startPs(0)));
      }
    }
    assertEquals(List.of("Dma.Gpsimd.Store", "Dma.Sync.Load"), List.copyOf(queues.keySet()));
    assertEquals(List.of(65L, DOORBELL_AND_FETCH_PS), queues.get("Dma.Sync.Load"));
    assertEquals(64L, queues.get("Dma.Gpsimd.Store").get(0));
  }

  private static List<Track> tracks(String id) {
    AccuracyRow row =
        AccuracyFile.builtIn(
                new ScenarioLoader(Kernels.ALL), new RowSelection("nki-kernels", List.of()))
            .stream()
            .filter(r -> r.id().equals(id))
            .findFirst()
            .orElseThrow();
    return new ScenarioRunner(EventListKind.SPLAY_TREE, 1).run(row.scenario()).timeline().tracks();
  }
}
