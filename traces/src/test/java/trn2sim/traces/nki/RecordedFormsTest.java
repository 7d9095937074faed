package trn2sim.traces.nki;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import trn2sim.traces.run.RunResult;

/** Forms of kernels in the wild compute what they say. */
class RecordedFormsTest {
  private static final String KERNEL =
      """
      import math

      import neuronxcc.nki as nki
      import neuronxcc.nki.isa as nisa
      import neuronxcc.nki.language as nl

      def axis(size, place):
          return nl.arange(size)[tuple(slice(None) if i == place else None for i in range(7))]

      def lists(x):
          return x.tolist() if hasattr(x, "tolist") else x

      @nki.jit
      def seven_loops(x):
          n, d, h, w = x.shape
          out = nl.ndarray((n, 2 * d, 2 * h, 2 * w), dtype=x.dtype, buffer=nl.shared_hbm)
          source = nl.load(x)
          tile = nl.zeros(out.shape, dtype=x.dtype, buffer=nl.sbuf)
          p, dd, hh, ww = axis(n, 0), axis(2, 1), axis(2, 2), axis(2, 3)
          i, j, k = axis(d - 1, 4), axis(h - 1, 5), axis(w - 1, 6)
          tile[p, 2 * i + 1 + dd, 2 * j + 1 + hh, 2 * k + 1 + ww] = (
              0.75 * source[p, i + dd, j + hh, k + ww]
              + 0.25 * source[p, i + (-1 * dd + 1), j + hh, k + ww])
          nl.store(out, tile)
          return out

      def expected_seven_loops(x):
          x = lists(x)
          n, d, h, w = len(x), len(x[0]), len(x[0][0]), len(x[0][0][0])
          out = [[[[0.0] * (2 * w) for _ in range(2 * h)] for _ in range(2 * d)] for _ in range(n)]
          for p in range(n):
              for z in range(1, 2 * d - 1):
                  for y in range(1, 2 * h - 1):
                      for u in range(1, 2 * w - 1):
                          i, s = divmod(z - 1, 2)
                          near = x[p][i + s][(y - 1) // 2 + (y - 1) % 2]
                          far = x[p][i + 1 - s][(y - 1) // 2 + (y - 1) % 2]
                          at = (u - 1) // 2 + (u - 1) % 2
                          out[p][z][y][u] = 0.75 * near[at] + 0.25 * far[at]
          return out

      @nki.jit
      def tensor_named_as_a_tile(x):
          tile1 = nl.ndarray(x.shape, dtype=x.dtype, buffer=nl.shared_hbm)
          tile = nl.load(x)
          nl.store(tile1, nisa.activation(nl.square, tile))
          return tile1

      def expected_tensor_named_as_a_tile(x):
          return [[[[u * u for u in row] for row in plane] for plane in one] for one in lists(x)]

      @nki.jit
      def private_result(x):
          n, d, h, w = x.shape
          out = nl.ndarray((n, h), dtype=x.dtype, buffer=nl.hbm)
          tile = nisa.tensor_reduce(nl.max, nl.load(x), axis=(1, 3))
          nl.store(out, tile)
          return out

      def expected_private_result(x):
          return [
              [max(max(plane[row]) for plane in one) for row in range(len(one[0]))]
              for one in lists(x)]

      @nki.jit
      def sums_left_in_registers(x):
          out = nl.ndarray((128, 2), dtype=nl.float32, buffer=nl.shared_hbm)
          tile, made = nl.load(x.reshape((128, 60))), nl.ndarray((128, 60), nl.float32, buffer=nl.sbuf)
          sums, first = (nl.ndarray((128, w), nl.float32, buffer=nl.sbuf) for w in (2, 1))
          reset, more, load = (
              nisa.reduce_cmd.reset_reduce, nisa.reduce_cmd.reduce, nisa.reduce_cmd.load_reduce)
          for place, command in ((0, reset), (20, more), (40, more)):
              part, last = slice(place, place + 20), place == 40
              nisa.activation(
                  dst=made[:, part], op=nl.square, data=tile[:, part], reduce_op=nl.add,
                  reduce_res=sums[:, 0:1] if last else None, reduce_cmd=command)
              nisa.exponential(
                  dst=made[:, part], src=tile[:, part], max_value=0.0,
                  reduce_res=first if last else None, reduce_cmd=command)
          nisa.exponential(
              dst=made, src=tile, max_value=0.0, reduce_res=sums[:, 1:2], reduce_cmd=load,
              reduce_init=first)
          nl.store(out, sums)
          return out

      def expected_sums_left_in_registers(x):
          rows = [[v for plane in one for row in plane for v in row] for one in lists(x)]
          return [[sum(v * v for v in row), 2 * sum(math.exp(v) for v in row)] for row in rows]

      @nki.jit
      def chosen_by_place(x):
          out = nl.ndarray((128, 60), dtype=nl.float32, buffer=nl.shared_hbm)
          tile = nl.load(x.reshape((128, 60)))
          p, q = nl.arange(128)[:, None], nl.arange(60)[None, :]
          nl.store(out, nl.where(p >= q, nl.where((p < 100) & (q < 50), tile, -1.0), 7.0))
          return out

      def expected_chosen_by_place(x):
          rows = [[v for plane in one for row in plane for v in row] for one in lists(x)]
          return [
              [7.0 if p < q else v if p < 100 and q < 50 else -1.0 for q, v in enumerate(row)]
              for p, row in enumerate(rows)]

      @nki.jit
      def registers_that_go_on(x):
          out = nl.ndarray((128, 63), dtype=nl.float32, buffer=nl.shared_hbm)
          tile = nl.load(x.reshape((128, 60)))
          made, spare = (nl.ndarray((128, w), nl.float32, buffer=nl.sbuf) for w in (63, 60))
          command = nisa.reduce_cmd
          for place in (0, 20, 40):
              part = slice(place, place + 20)
              nisa.tensor_scalar_cumulative(
                  dst=made[:, part], src=tile[:, part], op0=nl.multiply, op1=nl.add, imm0=2.0,
                  reduce_cmd=command.reset_reduce if place == 0 else command.reduce)
          sums = {"dst": spare, "op0": nl.multiply, "operand0": 2.0, "reduce_op": nl.add}
          nisa.tensor_scalar_reduce(
              data=tile, reduce_res=made[:, 60:61], reduce_cmd=command.load_reduce,
              reduce_init=3.0, **sums)
          sums["dst"] = spare[:, 0:20]
          nisa.tensor_scalar_reduce(
              data=tile[:, 0:20], reduce_res=made[:, 61:62], reduce_res_negate=True, **sums)
          nisa.tensor_scalar_reduce(
              data=tile[:, 20:40], reduce_res=made[:, 61:62], reduce_cmd=command.reduce, **sums)
          for data, step, last in ((0, command.reset_reduce, None), (0, command.reset, None),
                                   (40, command.reduce, made[:, 62:63])):
              nisa.activation(
                  dst=spare[:, 0:20], op=nl.square, data=tile[:, data:data + 20],
                  reduce_op=nl.add, reduce_res=last, reduce_cmd=step)
          nl.store(out, made)
          return out

      def expected_registers_that_go_on(x):
          found = []
          for one in lists(x):
              row = [v for plane in one for line in plane for v in line]
              running = [2 * sum(row[:i + 1]) for i in range(60)]
              rest = [3 + 2 * sum(row), 2 * sum(row[:40]), sum(v * v for v in row[40:])]
              found.append(running + rest)
          return found

      @nki.jit
      def sums_that_take_turns(x):
          \"""Four column tiles of one bank, each in its partitions, and two halves of another.\"""
          out = nl.ndarray((128, 60), dtype=x.dtype, buffer=nl.shared_hbm)
          tile = nl.load(x).reshape((128, 60))
          tiles = nl.zeros((128, 60), dtype=nl.float32, buffer=nl.psum)
          halves = nl.zeros((60, 60), dtype=nl.float32, buffer=nl.psum)
          for turn in range(2):
              for place in range(4):
                  tiles[place * 32 : place * 32 + 3, :] += nisa.nc_matmul(
                      tile[:, place : place + 3], tile, tile_size=(128, 32),
                      tile_position=(0, place * 32))
              for half in range(2):
                  columns = slice(half * 30, half * 30 + 30)
                  halves[:, columns] += nisa.nc_matmul(tile, tile[:, columns])
          result = nl.zeros((128, 60), dtype=x.dtype, buffer=nl.sbuf)
          for place in range(4):
              result[place * 32 : place * 32 + 3, :] = nl.copy(tiles[place * 32 : place * 32 + 3, :])
          nl.store(out, result)
          last = nl.ndarray((60, 60), dtype=x.dtype, buffer=nl.shared_hbm)
          nl.store(last, nl.copy(halves))
          return out, last

      def expected_sums_that_take_turns(x):
          rows = [[v for plane in image for line in plane for v in line] for image in lists(x)]
          products = [[2 * sum(row[i] * row[j] for row in rows) for j in range(60)]
                      for i in range(60)]
          out = [[0.0] * 60 for _ in range(128)]
          for place in range(4):
              out[place * 32 : place * 32 + 3] = products[place : place + 3]
          return out, products

      @nki.jit
      def widened_transpose(x):
          out = nl.ndarray((60, 96), dtype=x.dtype, buffer=nl.shared_hbm)
          tile = nl.greater(nl.load(x).reshape((128, 60)), 0.0, dtype=nl.bfloat16)
          turned = nl.ndarray((60, 96), dtype=nl.float32, buffer=nl.psum)
          for part in range(3):
              rows = slice(part * 32, part * 32 + 32)
              turned[:, rows] = nisa.nc_transpose(tile[rows, :])
          nl.store(out, nl.copy(turned))
          return out

      def expected_widened_transpose(x):
          rows = [[v for plane in image for line in plane for v in line] for image in lists(x)]
          return [[float(rows[i][j] > 0) for i in range(96)] for j in range(60)]

      @nki.jit
      def sums_over_themselves(x):
          \"""Every instruction reads its columns as they were before it.\"""
          out = nl.ndarray((128, 60), dtype=x.dtype, buffer=nl.shared_hbm)
          tile = nl.load(x.reshape((128, 60)))
          for step in (1, 2, 4, 8, 16, 32):
              rest = tile[:, 0 : 60 - step]
              tile[:, step:60] = nisa.tensor_tensor(tile[:, step:60], rest, nl.add)
          tile[:, 1:60] = nisa.tensor_copy(tile[:, 0:59])
          tile[:, 3:60] = nisa.activation(nl.square, tile[:, 0:57])
          nisa.dma_copy(src=tile[0:127, :], dst=tile[1:128, :])
          nl.store(out, tile)
          return out

      def expected_sums_over_themselves(x):
          rows = [[v for plane in image for line in plane for v in line] for image in lists(x)]
          rows = [[sum(row[:i]) if i else row[0] for i in range(60)] for row in rows]
          rows = [row[:3] + [v * v for v in row[:57]] for row in rows]
          return rows[:1] + rows[:127]

      @nki.jit
      def turned_in_place(x):
          out = nl.ndarray((60, 61), dtype=x.dtype, buffer=nl.shared_hbm)
          tile = nl.load(x.reshape((128, 60)))
          tile[0:60, :] = nisa.dma_transpose(tile[0:60, :])
          nisa.nc_stream_shuffle(tile[0:32, :], tile[0:32, :], [31 - i for i in range(32)])
          sums = nl.ndarray((60, 1), dtype=x.dtype, buffer=nl.sbuf)
          tile[0:60, :] = nisa.activation(
              nl.square, tile[0:60, :], reduce_op=nl.add, reduce_res=sums,
              reduce_cmd=nisa.reduce_cmd.reset_reduce)
          nl.store(out[:, 0:60], tile[0:60, :])
          nl.store(out[:, 60:61], sums)
          return out

      def expected_turned_in_place(x):
          rows = [[v for plane in image for line in plane for v in line] for image in lists(x)]
          turned = [[rows[j][i] ** 2 for j in range(60)] for i in range(60)]
          return [row + [sum(row)] for row in turned[31::-1] + turned[32:]]

      @nki.jit
      def matrices_side_by_side(x):
          \"""Of three dimensions the first and the last change places.\"""
          out = nl.ndarray((20, 2, 3, 128), dtype=x.dtype, buffer=nl.shared_hbm)
          tile = nl.ndarray((128, 3, 20), dtype=x.dtype, buffer=nl.sbuf)
          nisa.dma_copy(src=x.reshape((128, 3, 20)), dst=tile)
          turned = nl.ndarray((20, 2, 3, 128), dtype=x.dtype, buffer=nl.sbuf)
          nisa.dma_transpose(turned[:, 0], tile)
          nisa.dma_transpose(turned[:, 1], x.reshape((128, 3, 20)))
          nl.store(out, turned)
          return out

      def expected_matrices_side_by_side(x):
          rows = [[v for plane in image for line in plane for v in line] for image in lists(x)]
          turned = [[[rows[p][m * 20 + f] for p in range(128)] for m in range(3)] for f in range(20)]
          return [[one, one] for one in turned]

      @nki.jit
      def stored_registers(x):
          \"""A number, as loops with a known start count, and what is made of a register.\"""
          out = nl.ndarray((1, 4), dtype=nl.int32, buffer=nl.shared_hbm)
          tile = nl.zeros((1, 4), dtype=nl.int32, buffer=nl.sbuf)
          held = nisa.register_alloc(5)
          for place, value in enumerate((7, held, held + 3, 2 * held - 1)):
              nisa.register_store(tile[:, place : place + 1], value)
          nl.store(out, tile)
          return out

      def expected_stored_registers(x):
          return [[7, 5, 8, 9]]

      @nki.jit
      def scaled_on_scalar(x):
          out = nl.ndarray((128, 60), dtype=x.dtype, buffer=nl.shared_hbm)
          tile = nl.load(x.reshape((128, 60)))
          made = nisa.tensor_scalar(
              tile, nl.multiply, 3.0, op1=nl.add, operand1=tile[:, 0:1], engine=nisa.scalar_engine)
          nl.store(out, made)
          return out

      def expected_scaled_on_scalar(x):
          rows = [[v for plane in image for line in plane for v in line] for image in lists(x)]
          return [[3 * v + row[0] for v in row] for row in rows]

      @nki.jit
      def twenty_sums_at_once(x):
          \"""More PSUM tiles than banks, all of them open until the last round.\"""
          out = nl.ndarray((20, 60), dtype=x.dtype, buffer=nl.shared_hbm)
          tile = nl.load(x.reshape((128, 60)))
          sums = [nl.zeros((1, 60), dtype=nl.float32, buffer=nl.psum) for _ in range(20)]
          for turn in range(2):
              for place in range(20):
                  column = turn * 20 + place
                  sums[place][...] += nisa.nc_matmul(tile[:, column : column + 1], tile)
          for place in range(20):
              nl.store(out[place : place + 1, :], nl.copy(sums[place]))
          return out

      def expected_twenty_sums_at_once(x):
          rows = [[v for plane in image for line in plane for v in line] for image in lists(x)]
          return [[sum((row[i] + row[20 + i]) * row[j] for row in rows) for j in range(60)]
                  for i in range(20)]

      @nki.jit
      def places_stored_with_a_sign(x):
          out = nl.ndarray((128, 8), dtype=nl.int32, buffer=nl.shared_hbm)
          tile = nl.load(x.reshape((128, 60)))
          wanted = nisa.max8(tile)
          wanted[:, 1:8] = 1e9
          nl.store(out, nisa.nc_find_index8(data=tile, vals=wanted))
          return out

      def expected_places_stored_with_a_sign(x):
          rows = [[v for plane in image for line in plane for v in line] for image in lists(x)]
          return [[row.index(max(row))] + [-1] * 7 for row in rows]
      """;

  @TempDir Path folder;

  @BeforeEach
  void write() throws IOException {
    KernelFile.write(folder, KERNEL);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "seven_loops",
        "tensor_named_as_a_tile",
        "private_result",
        "sums_left_in_registers",
        "registers_that_go_on",
        "chosen_by_place",
        "sums_that_take_turns",
        "widened_transpose",
        "sums_over_themselves",
        "turned_in_place",
        "matrices_side_by_side",
        "stored_registers",
        "scaled_on_scalar",
        "twenty_sums_at_once",
        "places_stored_with_a_sign"
      })
  void computesWhatTheReferenceSays(String function) throws IOException {
    run(function);
  }

  private void run(String function) throws IOException {
    RunResult result =
        KernelFile.run(
            folder,
            "kernel: { nki: k.py, function: "
                + function
                + ", args: { x: { shape: [128, 3, 4, 5] } }, reference: k.py:expected_"
                + function
                + " }\nshape: {}\ndtype: fp32\nranks: { tp: 1, lnc: 1 }\n"
                + "run: { mode: functional }\n");
    assertTrue(result.passed(), () -> result.verdicts().toString());
  }
}
