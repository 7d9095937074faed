package trn2sim.core.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class RunPartTest {
  private final List<String> heard = new ArrayList<>();
  private final RunPart.Listener listener =
      new RunPart.Listener() {
        @Override
        public void begin(RunPart part) {
          heard.add(part.label());
        }

        @Override
        public void end() {
          heard.add("end");
        }
      };

  @Test
  void partsOfThisThreadAreHeardAndNoOthers() {
    assertEquals(1, RunPart.READING.of(() -> 1));
    int found =
        RunPart.heard(
            listener,
            () -> {
              CompletableFuture.supplyAsync(() -> RunPart.RECORDING.of(() -> 2)).join();
              return RunPart.SIMULATING.of(() -> RunPart.ASSEMBLING.of(() -> 3));
            });
    assertEquals(3, found);
    assertEquals(List.of("simulating", "assembling", "end", "end"), heard);
    assertEquals(4, RunPart.READING.of(() -> 4));
    assertEquals(4, heard.size());
  }

  @Test
  void whatFailsEndsToo() {
    assertThrows(
        IllegalStateException.class,
        () ->
            RunPart.heard(
                listener,
                () ->
                    RunPart.ORDERING.of(
                        () -> {
                          throw new IllegalStateException("refused");
                        })));
    assertEquals(List.of("ordering", "end"), heard);
    assertEquals(5, RunPart.READING.of(() -> 5));
    assertEquals(2, heard.size());
  }
}
