package trn2sim.traces.scenario;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import trn2sim.kernels.Kernels;
import trn2sim.kernels.api.Ranks;

/** A stream runs on the ranks that it was recorded for, unless the scenario says otherwise. */
class RecordedRanksTest {
  @TempDir Path directory;

  private Ranks ranks(String stream, String more) throws IOException {
    Files.writeString(directory.resolve("k.nki.jsonl"), stream);
    Path scenario =
        Files.writeString(
            directory.resolve("k.yaml"), "kernel: { stream: k.nki.jsonl }\n" + more + "\n");
    return new ScenarioLoader(Kernels.ALL).load(scenario, List.of()).ranks();
  }

  private static String head(int ranks, String grid) {
    return "{\"t\":\"head\",\"v\":1,\"dialect\":\"new\",\"file\":\"k.py\",\"function\":\"k\","
        + "\"pid\":[0],\"grid\":["
        + grid
        + "],\"ranks\":"
        + ranks
        + ",\"flags\":[],\"imports\":{},\"nc\":3}\n";
  }

  @ParameterizedTest
  @CsvSource({
    "1, 2, '', 1, 1, 2",
    "4, 2, '', 4, 1, 2",
    "8, 1, '', 8, 1, 1",
    "4, '4,4', '', 4, 1, 1",
    "4, 2, 'ranks: { groups: 2 }', 2, 2, 2",
    "8, 1, 'ranks: { tp: 4 }', 4, 1, 1",
    "1, 2, 'ranks: { lnc: 1 }', 1, 1, 1",
  })
  void areThoseOfTheRecording(int recorded, String grid, String more, int tp, int groups, int lnc)
      throws IOException {
    assertEquals(new Ranks(tp, groups, lnc), ranks(head(recorded, grid), more));
  }

  @Test
  void programsOnNamedCoresHaveBoth() throws IOException {
    String placed = head(4, "8").replace("\"ranks\"", "\"core\":0,\"ranks\"");
    assertEquals(new Ranks(4, 1, 2), ranks(placed, ""));
  }

  @Test
  void whatIsNoStreamIsRefusedWhenItIsRead() throws IOException {
    assertEquals(new Ranks(1, 1, 1), ranks("nothing\n", ""));
    assertEquals(new Ranks(1, 1, 1), ranks("{\"t\":\"head\"}\n", ""));
    assertEquals(new Ranks(1, 1, 1), ranks("", ""));
  }
}
