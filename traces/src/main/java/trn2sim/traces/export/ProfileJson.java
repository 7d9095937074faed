package trn2sim.traces.export;

import java.util.List;
import trn2sim.core.json.JsonObject;
import trn2sim.kernels.api.Capture;
import trn2sim.kernels.api.MeasuredRun;

/**
 * What was read of a profile: how much, which part of it is the kernel, what was not understood.
 */
public final class ProfileJson {
  private ProfileJson() {}

  public static JsonObject of(MeasuredRun profile) {
    Capture capture = profile.capture();
    List<JsonObject> notes =
        profile.notes().stream()
            .map(note -> new JsonObject().put("what", note.what()).put("count", note.count()))
            .toList();
    return new JsonObject()
        .put("file", profile.file())
        .put("cores", profile.cores())
        .put("instructions", profile.instructions())
        .put("dmas", profile.dmas())
        .putMicros("preamble_us", capture.preamblePs())
        .putMicros("kernel_us", capture.kernelPs())
        .putMicros("epilogue_us", capture.epiloguePs())
        .put("notes", notes);
  }
}
