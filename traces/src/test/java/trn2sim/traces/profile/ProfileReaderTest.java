package trn2sim.traces.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import trn2sim.core.config.SpecException;
import trn2sim.kernels.api.Capture;

/** Profiles as they come: incomplete, out of order, damaged. */
class ProfileReaderTest {
  private static final String ROW =
      "{\"timestamp\": 100, \"duration\": 50, \"subgroup\": \"Tensor\", \"opcode\": \"MATMUL\"}";

  private static Profile read(String text) {
    return Profiles.read(text.replace('\'', '"'));
  }

  private static List<String> notes(Profile profile) {
    return profile.notes().list().stream().map(n -> n.count() + " " + n.what()).toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | an empty file",
        "hello | which is no value",
        "kernel: matmul | which is no value",
        "[1, 2] | JSON that is no object",
        "{} | no tables",
        "{\"instruction\": []} | no rows of instruction or dma, but instruction",
        "{\"instruction\": 3} | no rows of instruction or dma, but instruction",
      })
  void whatIsNoProfileIsRefusedInWords(String text, String found) {
    SpecException refused = assertThrows(SpecException.class, () -> Profiles.read(text));
    assertTrue(refused.getMessage().contains(found), refused.getMessage());
    assertTrue(refused.getMessage().startsWith("profile.json"), refused.getMessage());
    assertTrue(refused.getMessage().contains("neuron-profile view"), refused.getMessage());
  }

  @Test
  void aTruncatedFileSaysHowFarItWasRead() {
    String whole = "{\"instruction\": [" + ROW + ",\n" + ROW + ",\n" + ROW + "]}";
    for (int cut = 1; cut < whole.length(); cut++) {
      String text = whole.substring(0, cut);
      SpecException refused = assertThrows(SpecException.class, () -> Profiles.read(text));
      assertTrue(refused.getMessage().startsWith("profile.json:"), refused.getMessage());
    }
    SpecException late =
        assertThrows(
            SpecException.class, () -> Profiles.read(whole.substring(0, whole.length() - 4)));
    assertTrue(late.getMessage().startsWith("profile.json:3: "), late.getMessage());
    assertTrue(late.getMessage().contains("after 2 instructions"), late.getMessage());
  }

  @Test
  void compressedFilesAreRead() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream packed = new GZIPOutputStream(bytes)) {
      packed.write(("{\"instruction\": [" + ROW + "]}").getBytes(StandardCharsets.UTF_8));
    }
    assertEquals(1, Profiles.read(bytes.toByteArray()).instructions().size());
    byte[] half = java.util.Arrays.copyOf(bytes.toByteArray(), bytes.size() / 2);
    assertThrows(SpecException.class, () -> Profiles.read(half));
  }

  @Test
  void whatIsNotUnderstoodIsCounted() {
    Profile profile =
        read(
            "{'strange': [1, 2], 'instruction': ["
                + "{'timestamp': 5, 'opcode': 'FROBNICATE', 'subgroup': 'Vector', 'new': [1]},"
                + "{'opcode': 'MATMUL'}, 7,"
                + "{'timestamp': '9', 'duration': -4, 'subgroup': 'Tensor', 'opcode': 'MATMUL'}]}");
    assertEquals(2, profile.instructions().size());
    assertEquals(
        List.of(
            "1 instruction rows with a negative duration, taken as 0",
            "1 instruction rows without a duration, taken as 0",
            "1 instruction rows without a timestamp, left out",
            "1 items of the table instruction that are no objects",
            "1 key instruction.new, not used",
            "1 opcode FROBNICATE",
            "1 table dma missing",
            "1 table ham missing",
            "1 table metadata missing",
            "1 table strange, not known"),
        notes(profile));
  }

  @Test
  void tablesComeInAnyOrderAndRowsAreSorted() {
    String dma = "{'timestamp': 7, 'duration': 2, 'dma_queue': 3, 'transfer_size': 64}";
    String queue = "{'q_name': 'qSyncDynamicHW', 'q_idx': 3, 'q_eng_idx': 1}";
    String late = ROW.replace("100", "300");
    for (String text :
        List.of(
            "{'dma': ["
                + dma
                + "], 'dma_queues_info': ["
                + queue
                + "], 'instruction': ["
                + late
                + ","
                + ROW
                + "]}",
            "{'instruction': ["
                + late
                + ","
                + ROW
                + "], 'dma_queues_info': "
                + queue
                + ", 'dma': ["
                + dma
                + "]}")) {
      Profile profile = read(text);
      assertEquals(100_000, profile.instructions().startPs(0));
      assertEquals(300_000, profile.instructions().startPs(1));
      assertEquals("qSyncDynamicHW", profile.dmas().queue(0));
      assertTrue(
          notes(profile).contains("1 instruction rows out of the order of time, sorted"),
          notes(profile).toString());
    }
  }

  @Test
  void packetsOfOneDmaAreOne() {
    String packet = "{'timestamp': %d, 'duration': 10, 'subgroup': 'Q1-E%d', 'transfer_size': 5";
    Profile profile =
        read(
            "{'dma': ["
                + String.format(java.util.Locale.ROOT, packet, 20, 64)
                + ", 'packet_aggregation_id': 1},"
                + String.format(java.util.Locale.ROOT, packet, 24, 65)
                + ", 'packet_aggregation_id': 1},"
                + String.format(java.util.Locale.ROOT, packet, 10, 66)
                + "}]}");
    assertEquals(2, profile.dmas().size());
    assertEquals("Q1", profile.dmas().queue(1));
    assertEquals(1, profile.dmas().packets(0));
    assertEquals(2, profile.dmas().packets(1));
    assertEquals(10, profile.dmas().bytes(1));
    assertEquals(20_000, profile.dmas().startPs(1));
    assertEquals(34_000, profile.dmas().endPs(1));
  }

  @Test
  void negativeTimesMoveEverything() {
    Profile profile = read("{'instruction': [" + ROW.replace("100", "-100") + "," + ROW + "]}");
    assertEquals(0, profile.instructions().startPs(0));
    assertEquals(200_000, profile.instructions().startPs(1));
    assertTrue(
        notes(profile).contains("1 negative times: everything moved by 100000 ps to begin at 0"));
  }

  @Test
  void thePreambleIsApart() {
    String nop = "{'timestamp': %d, 'duration': 50, 'subgroup': 'Sync', 'opcode': 'NOP'}";
    Profile profile =
        read(
            "{'instruction': ["
                + String.format(java.util.Locale.ROOT, nop, 0)
                + ","
                + ROW.replace("100", "13400")
                + ","
                + String.format(java.util.Locale.ROOT, nop, 15600)
                + "]}");
    assertEquals(new Capture(13_400_000, 13_450_000, 15_650_000), profile.capture());
  }
}
