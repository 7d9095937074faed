package trn2sim.traces.scenario;

import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import trn2sim.core.config.YamlCursor;
import trn2sim.hw.link.Link;
import trn2sim.hw.link.LinkName;
import trn2sim.hw.link.LostLinks;
import trn2sim.hw.machine.Disturbances.Straggler;
import trn2sim.kernels.api.Kernel;
import trn2sim.kernels.api.Setting;

/** Reads the {@code what_if} section of a scenario. */
public final class WhatIfReader {
  public static final int MOST_CORES = 4096;
  public static final double MOST_FACTOR = 1000;
  public static final double MOST_JITTER = 1;
  public static final int MOST_REPLICATIONS = 10_000;

  private WhatIfReader() {}

  static WhatIfSettings read(Optional<YamlCursor> section, Kernel kernel) {
    if (section.isEmpty()) {
      return WhatIfSettings.NONE;
    }
    YamlCursor what = section.get();
    if (!kernel.settings().contains(Setting.WHAT_IF)) {
      YamlCursor first = what.flatten().values().stream().findFirst().orElse(what);
      throw first.fail(first.found(), ScenarioLoader.without("what_if", kernel));
    }
    Optional<Straggler> straggler = what.optional("straggler").map(WhatIfReader::straggler);
    LostLinks lost = what.optional("lost_links").map(WhatIfReader::links).orElse(LostLinks.NONE);
    double jitter =
        what.optional("dma_jitter").map(cursor -> cursor.number(0, MOST_JITTER)).orElse(0.0);
    Optional<YamlCursor> count = what.optional("replications");
    int replications = count.map(cursor -> (int) cursor.integer(1, MOST_REPLICATIONS)).orElse(1);
    if (replications > 1 && jitter == 0) {
      throw count
          .orElseThrow()
          .fail(count.get().found(), "1, for without dma_jitter all replications are equal");
    }
    return new WhatIfSettings(straggler, lost, jitter, replications);
  }

  private static Straggler straggler(YamlCursor cursor) {
    return new Straggler(
        (int) cursor.child("core").integer(0, MOST_CORES),
        cursor.child("factor").number(1, MOST_FACTOR));
  }

  private static LostLinks links(YamlCursor cursor) {
    SortedSet<Link> links = new TreeSet<>();
    for (YamlCursor item : cursor.list()) {
      links.add(
          LinkName.parse(item.string())
              .orElseThrow(
                  () -> item.fail(item.found(), "a link such as chip0.X+, chip3.Y- or chip1.Z+")));
    }
    return new LostLinks(links);
  }
}
