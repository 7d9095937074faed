package trn2sim.kernels.ascend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.BitSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The chunk rule and the dealing of chunks to blocks. */
class ChunkPlanTest {
  /** The published shapes all have chunks of four tiles: tiles, then chunks. */
  @ParameterizedTest
  @CsvSource({"64,16", "256,64", "512,128", "128,32"})
  void publishedShapes(int tiles, int chunks) {
    assertEquals(4, ChunkPlan.sizeFor(tiles));
    assertEquals(chunks, new ChunkPlan(1, tiles, 4, 48, false).chunks());
  }

  @Test
  void sizeIsTheSmallestMultipleOfFourThatGivesAtMost128Chunks() {
    assertEquals(4, ChunkPlan.sizeFor(0));
    for (int tiles = 1; tiles <= 10_000; tiles++) {
      int size = ChunkPlan.sizeFor(tiles);
      assertEquals(0, size % 4);
      assertTrue(size <= 64);
      boolean fits = (tiles + size - 1) / size <= 128;
      assertTrue(fits || size == 64, tiles + " tiles");
      boolean smallerFits = size > 4 && (tiles + size - 5) / (size - 4) <= 128;
      assertTrue(!smallerFits, tiles + " tiles");
    }
  }

  @Test
  void everyChunkIsSentOnceInAscendingOrder() {
    for (int ranks = 2; ranks <= 16; ranks++) {
      for (int tiles = 1; tiles <= 600; tiles += 7) {
        for (boolean interleaved : new boolean[] {false, true}) {
          int perDest = ChunkPlan.perDest(48, ranks);
          assertTrue(perDest * (ranks - 1) <= 48);
          int size = ChunkPlan.sizeFor(tiles);
          checkDealing(new ChunkPlan(1, tiles, size, perDest, interleaved));
        }
      }
    }
  }

  private static void checkDealing(ChunkPlan plan) {
    BitSet sent = new BitSet();
    for (int block = 0; block < plan.perDest(); block++) {
      int last = -1;
      for (int chunk : plan.ofBlock(block)) {
        assertTrue(chunk > last && !sent.get(chunk), plan + " chunk " + chunk);
        sent.set(chunk);
        last = chunk;
      }
    }
    assertEquals(plan.chunks(), sent.cardinality(), plan.toString());
  }

  /** A chunk may straddle strips; its tiles are counted once each. */
  @Test
  void tilesOfChunksAddUpToTheStrip() {
    for (int kTiles = 1; kTiles <= 40; kTiles++) {
      ChunkPlan plan = new ChunkPlan(5, kTiles, ChunkPlan.sizeFor(5 * kTiles), 8, false);
      for (int strip = 0; strip < 5; strip++) {
        int tiles = 0;
        for (int chunk = plan.firstChunk(strip); chunk <= plan.lastChunk(strip); chunk++) {
          assertTrue(plan.tilesIn(chunk, strip) > 0);
          tiles += plan.tilesIn(chunk, strip);
        }
        assertEquals(kTiles, tiles);
      }
    }
  }

  @Test
  void blocksPerDestination() {
    assertEquals(48, ChunkPlan.perDest(48, 2));
    assertEquals(16, ChunkPlan.perDest(48, 4));
    assertEquals(6, ChunkPlan.perDest(48, 8));
    assertEquals(3, ChunkPlan.perDest(48, 16));
    assertEquals(1, ChunkPlan.perDest(3, 8));
  }
}
