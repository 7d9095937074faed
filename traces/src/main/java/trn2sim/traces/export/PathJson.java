package trn2sim.traces.export;

import java.util.List;
import java.util.Optional;
import trn2sim.core.json.JsonObject;
import trn2sim.hw.machine.SpaceLedger;
import trn2sim.kernels.api.PathChoice;
import trn2sim.traces.findings.Route;
import trn2sim.traces.search.OtherPath;

/** The {@code path} object of results: what the rule chose and what is really allocated. */
public final class PathJson {
  private PathJson() {}

  static JsonObject of(Route route, Optional<OtherPath> notTaken) {
    JsonObject json = of(route.choice(), route.ledger(), route.ledger().fitsPsum());
    notTaken.ifPresent(other -> json.put("other", of(other)));
    return json;
  }

  private static JsonObject of(OtherPath other) {
    JsonObject json = new JsonObject().put("rule", other.rule());
    other.totalPs().ifPresent(ps -> json.putMicros("total_us", ps));
    return other.refusal().isEmpty() ? json : json.put("refused", other.refusal());
  }

  /**
   * The same without a run.
   *
   * @param fitsPsum whether the compiler gets what is in PSUM into its banks
   */
  public static JsonObject of(PathChoice path, SpaceLedger ledger, boolean fitsPsum) {
    JsonObject json =
        new JsonObject()
            .put("rule", path.rule())
            .put("requested", path.requested())
            .put("reason", path.reason());
    path.originalFails().ifPresent(why -> json.put("original_fails", why));
    add(json, ledger, fitsPsum).put("channels", path.channels());
    JsonObject tiles = new JsonObject();
    path.tiles().forEach(tiles::put);
    return json.put("tiles", tiles).putTexts("comparisons", path.comparisons());
  }

  /** Of a kernel that has one path. */
  public static JsonObject of(SpaceLedger ledger, boolean fitsPsum) {
    return add(new JsonObject(), ledger, fitsPsum);
  }

  /** Scripts take {@code fits} for what it has always been, that of SBUF alone. */
  private static JsonObject add(JsonObject json, SpaceLedger ledger, boolean fitsPsum) {
    return json.put("fits", ledger.fits())
        .put("fits_psum", fitsPsum)
        .put("ledger", entries(ledger))
        .put("sbuf_peak_bytes", ledger.sbufPeakBytes())
        .put("sbuf_capacity_bytes", ledger.sbufCapacityBytes())
        .put("psum_peak_banks", ledger.psumPeakBanks())
        .put("psum_banks", ledger.psumBanks());
  }

  private static List<JsonObject> entries(SpaceLedger ledger) {
    return ledger.entries().stream()
        .map(
            entry ->
                new JsonObject()
                    .put("buffer", entry.buffer())
                    .put("memory", entry.memory())
                    .put("bytes", entry.bytes()))
        .toList();
  }
}
