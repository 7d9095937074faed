"""The stream itself: a golden file, the same bytes every time, compression, examples."""

import compileall
import gzip
import json
import os
import subprocess
import sys
import tempfile
import unittest
from collections import Counter

from support import EXAMPLES, NEW, OLD, PYTHON, Block, blocks, run, tensor

HERE = os.path.dirname(os.path.abspath(__file__))
GOLDEN = os.path.join(HERE, "golden")

# file, function, arguments, more of the request, instructions by op over all programs
BF16 = {"dtype": "bf16"}
SQUARE = [tensor(2048, 2048, **BF16)] * 2
FGCC = {"lhs": tensor(1024, 4096, **BF16), "rhs": tensor(4096, 1024, **BF16), "tp_degree": 4}
LNC2 = {"ranks": {"tp": 1, "lnc": 2}}
EXPERTS = [tensor(1, 2048, **BF16), tensor(128, 2048, 512, **BF16), tensor(128, 256, 2048, **BF16),
           tensor(1, 8, dtype="int32"), tensor(1, 8)]
TOKEN = [tensor(1, 1, 2048, **BF16), tensor(1024, 2048, **BF16), tensor(512, 2048, **BF16),
         tensor(512, 2048, **BF16), tensor(128, **BF16), tensor(128, **BF16), tensor(4, 640, 128, **BF16),
         tensor(4, 640, 128, **BF16), tensor(1, 128, **BF16), tensor(1, 128, **BF16)]
EXAMPLE_RUNS = [
    ("matmul.py", "matmul_tiled", SQUARE, {}, {"dma_copy": 2112, "nc_matmul": 1024, "tensor_copy": 64}),
    ("matmul.py", "matmul_hoisted", SQUARE, {}, {"dma_copy": 1344, "nc_matmul": 1024, "tensor_copy": 64}),
    ("matmul.py", "matmul_blocked", SQUARE, {}, {"dma_copy": 448, "nc_matmul": 1024, "tensor_copy": 64}),
    ("matmul.py", "matmul_blocked_k", SQUARE, {},
     {"dma_copy": 96, "nc_matmul": 1024, "memset": 64, "tensor_tensor": 128, "tensor_copy": 64}),
    ("matmul_old.py", "matmul_tiled", [tensor(256, 300), tensor(256, 700)], {},
     {"dma_copy": 30, "nc_matmul": 12, "tensor_copy": 6}),
    ("matmul_old.py", "matmul_blocked", [tensor(256, 512), tensor(256, 1024)], {},
     {"dma_copy": 16, "nc_matmul": 16, "tensor_copy": 8}),
    ("tile_matmul.py", "matmul", [tensor(4096, 2048, dtype="fp16"), tensor(2048, 4096, dtype="fp16")], LNC2,
     {"dma_copy": 1218, "nc_transpose": 512, "tensor_copy": 896, "nc_matmul": 4096, "tensor_tensor": 256}),
    ("auto_matmul.py", "matmul", SQUARE, {},
     {"memset": 64, "dma_copy": 576, "nc_matmul": 1024, "tensor_tensor": 128}),
    ("experts.py", "tiles", EXPERTS, {},
     {"memset": 17, "dma_copy": 809, "nc_matmul": 768, "tensor_copy": 192, "activation": 16,
      "tensor_tensor": 144, "tensor_scalar": 128}),
    ("experts.py", "whole_wide", EXPERTS, {},
     {"memset": 5, "dma_copy": 173, "nc_matmul": 576, "tensor_copy": 84, "activation": 16,
      "tensor_tensor": 48, "tensor_scalar": 32}),
    ("experts.py", "tiles_shares", EXPERTS, {},
     {"memset": 17, "dma_copy": 802, "nc_matmul": 768, "tensor_copy": 192, "activation": 16,
      "tensor_tensor": 144, "tensor_scalar": 128}),
    ("experts.py", "rows_turned", EXPERTS, {},
     {"memset": 17, "dma_copy": 425, "nc_matmul": 384, "tensor_copy": 176, "activation": 8,
      "tensor_tensor": 136, "tensor_scalar": 128, "nc_transpose": 64}),
    ("experts.py", "whole_hidden", EXPERTS, {},
     {"memset": 17, "dma_copy": 170, "nc_matmul": 768, "tensor_copy": 192, "activation": 16,
      "tensor_tensor": 144, "tensor_scalar": 128}),
    ("decode_attention.py", "heads", TOKEN, {},
     {"dma_copy": 942, "tensor_copy": 886, "memset": 25, "nc_transpose": 474, "nc_matmul": 528,
      "tensor_tensor": 464, "tensor_scalar": 112, "activation": 120, "tensor_reduce": 40}),
    ("decode_attention.py", "together", TOKEN, {},
     {"dma_copy": 366, "tensor_copy": 304, "memset": 13, "nc_matmul": 332, "tensor_tensor": 256,
      "tensor_scalar": 72, "activation": 64, "nc_transpose": 40, "tensor_reduce": 20}),
    ("decode_block.py", "hardware",
     [tensor(1, 1, 2048, **BF16), tensor(1024, 2048, **BF16), tensor(128, 2048, **BF16),
      tensor(128, 2048, **BF16), tensor(1024, 2048, **BF16), tensor(128, **BF16), tensor(128, **BF16),
      tensor(640, 128, **BF16), tensor(640, 128, **BF16), tensor(1, 128, **BF16), tensor(1, 128, **BF16),
      tensor(1, 1, dtype="int32")], {},
     {"dma_copy": 42, "tensor_copy": 90, "memset": 5, "nc_matmul": 210, "tensor_tensor": 50,
      "tensor_scalar": 27, "activation": 14, "nc_transpose": 39, "iota": 1, "tensor_reduce": 6}),
    ("expert_block.py", "packed",
     [tensor(1, 2048, **BF16), tensor(1, 2048, **BF16), tensor(2048, 128, **BF16),
      tensor(128, 17, 128, 384, dtype="float8_e4m3"), tensor(128, 192, 2048, dtype="float8_e4m3"),
      tensor(128, 2048, dtype="fp32")], LNC2,
     {"dma_copy": 92, "nc_transpose": 20, "activation": 130, "tensor_reduce": 8, "tensor_tensor": 84,
      "tensor_partition_reduce": 2, "tensor_copy": 116, "nc_stream_shuffle": 16, "memset": 72, "nc_matmul": 1312,
      "tensor_scalar": 6, "max8": 2, "nc_find_index8": 2}),
    ("prefill_attention.py", "shared",
     [tensor(1, 256, 256, **BF16), tensor(256, 512, **BF16), tensor(256, 256, **BF16),
      tensor(256, 256, **BF16), tensor(128, 1, **BF16), tensor(128, 1, **BF16), tensor(256, 128, **BF16),
      tensor(256, 128, **BF16)], LNC2,
     {"dma_copy": 74, "tensor_copy": 256, "memset": 2, "nc_transpose": 60, "nc_matmul": 68,
      "tensor_tensor": 112, "tensor_scalar": 60, "activation": 36, "tensor_reduce": 24, "affine_select": 8}),
    ("summed_matmul.py", "summed_matmul", [tensor(4096, 256, **BF16), tensor(4096, 6144, **BF16)], LNC2,
     {"dma_copy": 396, "nc_matmul": 768, "memset": 12, "tensor_tensor": 96}),
    ("library_matmul.py", "whole", SQUARE, {}, {"dma_copy": 384, "nc_matmul": 1024, "tensor_copy": 64}),
    ("library_matmul.py", "whole_rhs_turned", SQUARE, {},
     {"dma_transpose": 64, "dma_copy": 320, "nc_matmul": 1024, "tensor_copy": 64}),
    ("library_matmul.py", "whole_turned", SQUARE, {},
     {"dma_transpose": 320, "dma_copy": 64, "nc_matmul": 1024, "tensor_copy": 64}),
    ("library_matmul.py", "row_blocks", SQUARE, {},
     {"dma_transpose": 256, "dma_copy": 128, "nc_matmul": 1024, "tensor_copy": 64}),
    ("library_matmul.py", "blocks", SQUARE, {},
     {"memset": 64, "dma_copy": 384, "nc_matmul": 1024, "tensor_copy": 128, "tensor_tensor": 128}),
    ("library_matmul.py", "packed_blocks", SQUARE, {},
     {"memset": 64, "dma_copy": 384, "nc_matmul": 1024, "tensor_copy": 192, "tensor_tensor": 128}),
    ("library_matmul.py", "turned_blocks", SQUARE, {},
     {"memset": 16, "dma_transpose": 128, "dma_copy": 192, "nc_matmul": 1024, "tensor_copy": 128,
      "tensor_tensor": 128}),
    ("gemm_old.py", "matmul_t", [*SQUARE, "MNK", [4, 2, 2], [1, 1]], {},
     {"memset": 20, "dma_copy": 576, "nc_matmul": 1024, "tensor_tensor": 64}),
    ("gemm_old.py", "matmul", [*SQUARE, "NMK", [2, 1, 2], [0, 0]], {},
     {"memset": 34, "dma_copy": 385, "nc_transpose": 256, "tensor_copy": 256, "nc_matmul": 1024,
      "tensor_tensor": 64}),
    ("softmax.py", "softmax", [tensor(2048, 10240)], LNC2,
     {"memset": 32, "dma_copy": 480, "tensor_reduce": 320, "tensor_tensor": 640, "activation": 480,
      "tensor_scalar": 480, "reciprocal": 16}),
    ("row_sums.py", "layer_norm", [tensor(2048, 10240), tensor(1, 10240), tensor(1, 10240), 2048], {},
     {"dma_copy": 242, "tensor_copy": 42, "memset": 34, "nc_matmul": 40, "activation": 96, "tensor_reduce": 160,
      "tensor_tensor": 464, "tensor_scalar": 192, "reciprocal": 16}),
    ("row_sums.py", "divergence", [tensor(512, 2048), tensor(512, 2048), 1024], LNC2,
     {"dma_copy": 20, "tensor_scalar": 8, "activation": 8, "scalar_tensor_tensor": 8, "tensor_tensor": 8,
      "activation_reduce": 8, "tensor_reduce": 4}),
    ("batch_norm.py", "batch_norm", [tensor(1000, 1024), tensor(1, 1024), tensor(1, 1024)], LNC2,
     {"dma_copy": 28, "tensor_copy": 20, "memset": 6, "activation": 8, "nc_matmul": 40, "sendrecv": 2,
      "tensor_tensor": 28, "tensor_scalar": 8}),
    ("gating.py", "top_two", [tensor(1024, 128)], LNC2,
     {"dma_copy": 24, "max8": 8, "nc_find_index8": 8, "tensor_copy": 48, "tensor_tensor": 40, "activation": 16,
      "reciprocal": 8}),
    ("gated_silu.py", "gated_silu", [tensor(1048576)] * 3, LNC2,
     {"dma_copy": 32, "tensor_tensor": 16, "activation": 8}),
    ("softmax_old.py", "softmax", [tensor(300, 1000)], {},
     {"dma_copy": 6, "tensor_reduce": 3, "activation_reduce": 3, "reciprocal": 3, "tensor_scalar": 3}),
    ("copy.py", "tiled", [tensor(2048, 4096, **BF16)], {}, {"dma_copy": 32}),
    ("copy.py", "packed", [tensor(2048, 4096, **BF16)], {}, {"dma_copy": 8}),
    ("rms_norm.py", "rms_norm", [tensor(256, 4096, **BF16), tensor(1, 4096, **BF16)], {},
     {"dma_copy": 132, "activation_reduce": 2, "activation": 2, "tensor_scalar": 2, "tensor_tensor": 2}),
    ("token_scores.py", "apart", [tensor(129, 2049, **BF16), tensor(129, dtype="int32"), 1024], LNC2,
     {"dma_copy": 18, "memset": 2, "tensor_scalar": 42, "tensor_tensor": 80, "tensor_copy": 24, "nc_n_gather": 6,
      "tensor_reduce": 18, "activation_reduce": 12, "activation": 12, "reciprocal": 2}),
    ("relu.py", "relu", [tensor(1048576)], LNC2, {"dma_copy": 16, "tensor_scalar": 8}),
    ("transpose.py", "transpose", [tensor(1024, 1024)], {},
     {"dma_copy": 129, "nc_transpose": 64, "tensor_copy": 64}),
    ("transpose_old.py", "transpose", [tensor(1024, 1024)], {},
     {"dma_copy": 129, "nc_transpose": 64, "tensor_copy": 64}),
    ("vector_add.py", "vector_add", [tensor(256000)] * 2, {}, {"dma_copy": 6, "tensor_tensor": 2}),
    ("vector_add_old.py", "vector_add", [tensor(256000)] * 2, {}, {"dma_copy": 6, "tensor_tensor": 2}),
    ("conv2d.py", "conv2d", [tensor(1, 128, 32, 16), tensor(128, 128, 3, 3)], {},
     {"dma_copy": 4, "nc_transpose": 9, "tensor_copy": 10, "nc_matmul": 9}),
    ("conv2d_old.py", "conv2d", [tensor(1, 128, 32, 16), tensor(128, 128, 3, 3)], {},
     {"dma_copy": 4, "nc_transpose": 9, "tensor_copy": 10, "nc_matmul": 9}),
    ("chunked_gather.py", "gather_matmul_chunked",
     [tensor(512, 1024, **BF16), tensor(1024, 1024, **BF16), {"replica_group": [list(range(4))]}, 4, 4],
     {"ranks": {"tp": 4}},
     {"dma_copy": 44, "all_gather": 4, "dma_transpose": 128, "nc_matmul": 256, "tensor_copy": 32}),
    ("ring.py", "allgather_matmul_ring",
     [tensor(128, 2048, **BF16), tensor(2048, 512, **BF16), {"replica_group": [list(range(8))]}, 8],
     {"ranks": {"tp": 8}},
     {"dma_copy": 137, "collective_permute_implicit": 7, "dma_transpose": 128, "nc_matmul": 128,
      "tensor_copy": 8}),
    ("fgcc.py", "allgather_compute_matmul", FGCC, {"ranks": {"tp": 4, "lnc": 2}},
     {"dma_copy": 128, "dma_transpose": 128, "tensor_copy": 832, "nc_matmul": 2048, "memset": 64,
      "tensor_tensor": 64, "collective_permute_implicit": 12}),
    ("fgcc.py", "allgather_compute_matmul", {**FGCC, "force_hbm_cc": True}, {"ranks": {"tp": 4, "lnc": 2}},
     {"dma_copy": 132, "dma_transpose": 512, "nc_matmul": 2048, "memset": 64, "tensor_copy": 64,
      "tensor_tensor": 64, "collective_permute_implicit": 12}),
]


def record(request: dict, target: str, **env: str) -> subprocess.CompletedProcess:
    return subprocess.run(
        [sys.executable, "-m", "trn2sim_recorder", "-", "-o", target],
        input=json.dumps(request), text=True, capture_output=True,
        env={**os.environ, "PYTHONPATH": PYTHON, **env},
    )


class ExampleTest(unittest.TestCase):
    def test_each_records_what_it_should(self):
        with tempfile.TemporaryDirectory() as folder:
            target = os.path.join(folder, "x.jsonl")
            for file, function, args, more, wanted in EXAMPLE_RUNS:
                with self.subTest(f"{file}:{function}"):
                    request = {"base": EXAMPLES, "nki": file, "function": function, "args": args, **more}
                    done = record(request, target)
                    self.assertEqual(0, done.returncode, done.stderr)
                    with open(target, encoding="utf-8") as stream:
                        found = blocks(stream.read())
                    counts = sum((Counter(block.ops()) for block in found), Counter())
                    self.assertEqual(wanted, dict(counts))
                    self.assertEqual("old" if "_old" in file else "new", found[0].head["dialect"])
                    self.assertNotIn("W1", [code for block in found for code in block.warnings()])

    def test_fgcc_puts_cores_side_by_side(self):
        """Both cores do the same, each on its own rows."""
        with tempfile.TemporaryDirectory() as folder:
            target = os.path.join(folder, "x.jsonl")
            file, function, args, more, _ = EXAMPLE_RUNS[-2]
            record({"base": EXAMPLES, "nki": file, "function": function, "args": args, **more}, target)
            with open(target, encoding="utf-8") as stream:
                first, second = blocks(stream.read())
        self.assertEqual(1638, len(first.code))
        self.assertEqual(first.ops(), second.ops())
        stores = [one[3][0] for one in first.code if one[0] == "dma_copy" and len(one[3][0]) > 3]
        self.assertEqual(["r", 0, 1024 * 1024], stores[0][3])
        others = [one[3][0] for one in second.code if one[0] == "dma_copy" and len(one[3][0]) > 3]
        self.assertEqual({512 * 1024}, {b[1] - a[1] for a, b in zip(stores, others)})


class GoldenTest(unittest.TestCase):
    """The stream of small kernels, byte for byte; `python3 test_stream.py --write` renews it."""

    CASES = {
        "matmul": ({"args": [tensor(256, 128, **BF16), tensor(256, 512, **BF16)], "ranks": {"lnc": 2}}, NEW + (
            "\n\n@nki.jit\ndef kernel(lhsT, rhs):\n"
            "    out = nl.ndarray((128, 512), dtype=lhsT.dtype, buffer=nl.shared_hbm)\n"
            "    acc = nl.zeros((128, 512), dtype=nl.float32, buffer=nl.psum)\n"
            "    for k in nl.affine_range(2):\n"
            "        a = nl.load(lhsT[k * 128 : (k + 1) * 128])\n"
            "        b = nl.load(rhs[nl.ds(k * 128, 128)])\n"
            "        nisa.nc_matmul(acc, a, b)\n"
            "    owner = ncc.rank_id()\n"
            "    c = nl.ndarray((128, 512), dtype=out.dtype, buffer=nl.sbuf)\n"
            "    nisa.activation(dst=c, op=nl.copy, data=acc)\n"
            "    nisa.dma_copy(dst=out.ap([[512, 64], [1, 512]], scalar_offset=owner),\n"
            "                  src=c[0:64], dge_mode=nisa.dge_mode.swdge)\n"
            "    return out\n"
        )),
        "masked": ({"args": [tensor(200, 64)]}, OLD + (
            "\n\n@nki.jit\ndef kernel(x):\n"
            "    i_p, i_f = nl.mgrid[0:128, 0:64]\n"
            "    for m in nl.affine_range(2):\n"
            "        t = nl.load(x[m * 128 + i_p, i_f], mask=m * 128 + i_p < 200)\n"
            "        t[...] = nl.exp(t, mask=i_p >= i_f)\n"
            "        nl.store(x[m * 128 + i_p, i_f], t, mask=m * 128 + i_p < 200)\n"
        )),
    }

    @classmethod
    def made(cls, name: str) -> str:
        more, text = cls.CASES[name]
        result = run({"nki": "kernel.py", "function": "kernel", **more}, {"kernel.py": text})
        return result.stream or result.err

    def test_same_bytes(self):
        for name in self.CASES:
            with open(os.path.join(GOLDEN, f"{name}.nki.jsonl"), encoding="utf-8") as file:
                self.assertEqual(file.read(), self.made(name))


class DeterminismTest(unittest.TestCase):
    def test_same_bytes_twice(self):
        file, function, args, more, _ = EXAMPLE_RUNS[3]
        request = {"base": EXAMPLES, "nki": file, "function": function, "args": args, **more}
        with tempfile.TemporaryDirectory() as folder:
            contents = set()
            for place, seed in enumerate(("0", "1", "12345")):
                for ending in ("", ".gz"):
                    target = os.path.join(folder, f"{place}.jsonl{ending}")
                    self.assertEqual(0, record(request, target, PYTHONHASHSEED=seed).returncode)
                    with open(target, "rb") as stream:
                        data = stream.read()
                    contents.add((ending, data))
            self.assertEqual(2, len(contents))
            by_ending = dict(contents)
            self.assertEqual(by_ending[""], gzip.decompress(by_ending[".gz"]))

    def test_folder_and_name_do_not_matter(self):
        text = NEW + "def k(x):\n    nl.load(x)\n"
        request = {"nki": "k.py", "function": "k", "args": [tensor(128, 4)]}
        self.assertEqual(run(request, {"k.py": text}).stream, run(request, {"k.py": text}).stream)


class FormatTest(unittest.TestCase):
    def test_order_and_references(self):
        request = {"nki": "k.py", "function": "k", "args": [tensor(128, 4)], "ranks": {"tp": 1, "lnc": 2}}
        text = NEW + "import lib\ndef k(x):\n    r = ncc.rank_id()\n    lib.f(x)\n"
        lib = "import nki.language as nl\ndef f(x):\n    return nl.exp(nl.load(x))\n"
        result = run(request, {"k.py": text, "lib.py": lib})
        lines = result.stream.splitlines()
        kinds = [json.loads(line)["t"] if line[0] == "{" else "i" for line in lines]
        once = ["head", "src", "buf", "buf", "buf", "reg", "i", "i", "end"]
        self.assertEqual(once * 2, kinds)
        block = Block(lines[:9])
        self.assertEqual({"k.py", "lib.py"}, set(block.head["imports"]))
        self.assertEqual([["lib.py", 3, "f"], ["k.py", 8, "k"]], block.srcs[0])
        self.assertEqual(2, block.end["instructions"])
        self.assertEqual(0, block.end["open"])
        answer = json.loads(result.out)
        self.assertEqual((2, 4), (answer["programs"], answer["instructions"]))
        self.assertEqual(block.head["imports"], answer["files"])

    def test_out_folder(self):
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "k.py"), "w", encoding="utf-8") as out:
                out.write(NEW + "print('hello')\ndef k(x):\n    nl.load(x)\n")
            given = {"nki": "k.py", "function": "k", "args": [tensor(128, 4)]}
            path = os.path.join(folder, "r.json")
            for function, status in (("k", 0), ("nope", 2)):
                with open(path, "w", encoding="utf-8") as out:
                    json.dump({**given, "function": function}, out)
                done = subprocess.run(
                    [sys.executable, "-I", os.path.join(PYTHON, "trn2sim_recorder"),
                     "--request", path, "--out", folder], capture_output=True, text=True,
                )
                self.assertEqual(status, done.returncode, done.stderr)
                with open(os.path.join(folder, "diagnostics.json"), encoding="utf-8") as file:
                    found = json.load(file)
                self.assertEqual(status == 2, bool(found["errors"]))
                self.assertIn("hello", found["printed"])
            self.assertIn("stream.nki.jsonl", os.listdir(folder))

    def test_module_on_a_path(self):
        with tempfile.TemporaryDirectory() as folder:
            os.makedirs(os.path.join(folder, "lib", "pack"))
            for name, text in (
                ("__init__.py", ""),
                ("part.py", "import nki.language as nl\ndef half(x):\n    return nl.load(x[0:64])\n"),
                ("kernel.py", "from .part import half\ndef k(x):\n    half(x)\n"),
            ):
                with open(os.path.join(folder, "lib", "pack", name), "w", encoding="utf-8") as out:
                    out.write(text)
            request = {
                "base": folder, "module": "pack.kernel", "path": ["lib"], "function": "k",
                "args": [tensor(128, 4)],
            }
            target = os.path.join(folder, "x.jsonl")
            for _ in range(2):
                done = record(request, target)
                self.assertEqual(0, done.returncode, done.stderr)
                files = set(json.loads(done.stdout)["files"])
                self.assertEqual({"__init__.py", "kernel.py", "part.py"}, files)
                compileall.compile_dir(os.path.join(folder, "lib"), quiet=2)


if __name__ == "__main__":
    if sys.argv[1:] == ["--write"]:
        os.makedirs(GOLDEN, exist_ok=True)
        for case in GoldenTest.CASES:
            with open(os.path.join(GOLDEN, f"{case}.nki.jsonl"), "w", encoding="utf-8") as golden:
                golden.write(GoldenTest.made(case))
    else:
        unittest.main()
