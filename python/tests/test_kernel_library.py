"""Helpers of `nkilib` that kernels call, without it and with a folder that holds it."""

import unittest

from support import NEW, OLD, KernelTest, record, record_all, run, tensor

IMPORTS = """
from nkilib.core.utils.kernel_assert import kernel_assert
from nkilib.core.utils.kernel_helpers import (
    PSUM_BANK_SIZE, div_ceil, get_ceil_aligned_size, get_floor_aligned_size,
    get_max_positive_value_for_dtype, get_program_sharding_info,
    get_verified_program_sharding_info, is_hbm_buffer, is_launched_as_spmd)
from nkilib_src.nkilib.core.utils.tiled_range import TiledRange
"""


class KernelLibraryTest(KernelTest):
    def test_numbers(self):
        record(IMPORTS + """
def k(x):
    kernel_assert(x.shape[0] == 128, "rows")
    assert (div_ceil(9, 4), div_ceil(8, 4)) == (3, 2)
    assert (get_ceil_aligned_size(9, 4), get_floor_aligned_size(9, 4)) == (12, 8)
    assert PSUM_BANK_SIZE == 2048
    assert get_max_positive_value_for_dtype(nl.float8_e4m3) == 240.0
    assert get_max_positive_value_for_dtype(nl.bfloat16) is None
    assert is_hbm_buffer(x) and not is_hbm_buffer(nl.load(x))
""", [tensor(128, 4)])

    def test_lists_and_shapes(self):
        body = """
from nkilib.core.utils.kernel_assert import assert_shape
from nkilib.core.utils.kernel_helpers import reduce
def k(x):
    assert_shape(x, (128, WIDTH), "x")
    assert reduce(op="mul", input=[2, 3], initial_value=4) == 24
    assert [reduce(op, [2, 3], 4) for op in ("add", "min", "max")] == [9, 2, 4]
"""
        record(body.replace("WIDTH", "4"), [tensor(128, 4)])
        with self.assertRaisesRegex(AssertionError, r"x has the shape \(128, 4\), expected \(128, 5\)"):
            record(body.replace("WIDTH", "5"), [tensor(128, 4)])

    def test_views_of_the_library(self):
        body = """
from nkilib.core.utils.tensor_view import TensorView
def k(x):
    t = nl.ndarray((64, 3), dtype=x.dtype, buffer=nl.sbuf)
    view = TensorView(x)
    assert view.is_hbm() and not view.is_sbuf() and view.get_dim() == 2
    part = view.reshape_dim(1, (3, 4)).slice(2, 1, 9).select(2, 1).slice(dim=0, start=64, end=200)
    assert isinstance(part, TensorView) and isinstance(TensorView(part), TensorView)
    assert (part.shape, part.strides, part.dtype) == ((64, 3), (12, 4), x.dtype)
    nisa.dma_copy(dst=TensorView(t).get_view(), src=part.get_view())
"""
        block = record(body, [tensor(128, 12)])
        self.assertEqual([[0, 770, [12, 64, 4, 3]]], block.code[0][4])

    def test_a_row_for_all_partitions(self):
        body = """
def k(x):
    t = nl.ndarray((80, 4), dtype=x.dtype, buffer=nl.sbuf)
    nisa.dma_copy(dst=t[0:1, :], src=x[0:1, :])
    stream_shuffle_broadcast(t, t)
"""
        found = ["from nkilib.core.utils.stream_shuffle_broadcast import stream_shuffle_broadcast"]
        found.append(found[0].replace("nkilib.core.utils", "neuronxcc.nki._pre_prod_kernels"))
        for head, line in zip((NEW, OLD), found):
            block = record(line + body, [tensor(128, 4)], head)
            self.assertEqual([[0, 32], [128, 32], [256, 16]],
                             [[out[1], out[2][1]] for (out,) in (one[3] for one in block.code[1:])])
            self.assertEqual([0] * 32, block.attrs(1)["shuffle_mask"])

    def test_parts_of_parts(self):
        record(IMPORTS + """
def k(x):
    tiles = TiledRange(300, 128)
    assert [(t.index, t.start_offset, t.size) for t in tiles] == [(0, 0, 128), (1, 128, 128), (2, 256, 44)]
    assert [t.end_offset for t in tiles] == [128, 256, 300]
    assert [(t.index, t.start_offset, t.size) for t in TiledRange(tiles[2], 32)] == [(0, 256, 32), (1, 288, 12)]
""", [tensor(128, 4)])

    def test_names_of_the_library_for_functions_and_norms(self):
        record("""
from enum import Enum
from nkilib.core.utils.kernel_helpers import get_nl_act_fn_from_type, is_rms_normalization
from nkilib.core.utils.tensor_view import TensorView

class Act(Enum):
    SiLU = 0
    Swish = 1

class Norm(Enum):
    NO_NORM = 0
    RMS_NORM_SKIP_GAMMA = 1

def k(x):
    assert [get_nl_act_fn_from_type(a) for a in Act] == [nl.silu, nl.gelu_apprx_sigmoid]
    assert [is_rms_normalization(n) for n in Norm] == [False, True]
    assert TensorView(x).permute(dims=[1, 0]).shape == x.permute(dims=(1, 0)).shape == (4, 128)
    assert not TensorView(x).has_dynamic_access()
""", [tensor(128, 4)])

    def test_a_stack_and_a_heap(self):
        block = record("""
from nkilib.core.utils.allocator import SbufManager, create_auto_alloc_manager, align_to, sizeinbytes
from nkilib.core.utils.logging import get_logger

def filled(tile):
    nisa.memset(tile, 0.0)
    return tile

def k(x):
    assert (align_to(5, 4), sizeinbytes(nl.bfloat16)) == (8, 2)
    log = get_logger("k")
    log.info(f"begins {log.name}")
    sbm = SbufManager(100, 1000, log)
    sbm.set_name_prefix("p_")
    sbm.open_scope(name="outer")
    filled(sbm.alloc_stack((128, 3), nl.uint8, name="odd"))
    filled(sbm.alloc_stack((128, 4), nl.float32))
    kept = filled(sbm.alloc_heap((64, 10), nl.bfloat16, base_partition=64))
    sbm.open_scope(interleave_degree=2)
    for _ in range(3):
        filled(sbm.alloc((128, 8), nl.float32, align=32))
        sbm.increment_section()
    sbm.close_scope()
    assert (sbm.get_stack_curr_addr(), sbm.get_free_space(), sbm.get_used_space()) == (120, 860, 40)
    sbm.pop_heap()
    sbm.close_scope()
    assert sbm.get_free_space() == sbm.get_total_space() == 900
    sbm = create_auto_alloc_manager()
    sbm.open_scope()
    filled(sbm.alloc((128, 4), nl.float32))
    assert sbm.is_auto_alloc()
""", [tensor(128, 4)])
        tiles = [block.bufs[one[3][0][0]] for one in block.code]
        self.assertEqual([[0, 100], [0, 104], [64, 980], [0, 128], [0, 160], [0, 128], None],
                         [tile.get("addr") for tile in tiles])
        self.assertEqual("p_odd", tiles[0]["name"])
        for calls, text in (("sbm.open_scope(); sbm.alloc((128, 9), nl.float32)", "has 32 bytes left, not 36"),
                            ("sbm.alloc((128, 1), nl.uint8)", "needs an open scope")):
            with self.assertRaisesRegex(AssertionError, text):
                record("from nkilib.core.utils.allocator import BufferManager\ndef k(x):\n"
                       f"    sbm = BufferManager(0, 32); {calls}\n", [tensor(128, 4)])

    def test_rounds_of_a_loop_lie_behind_the_scopes_within_those_before(self):
        block = record("""
from nkilib.core.utils.allocator import BufferManager, Logger
def k(x):
    sbm = BufferManager(0, 4096, Logger("k"))
    sbm.set_auto_alloc(True)
    assert sbm.is_auto_alloc() and not sbm.heap and not sbm.scopes
    sbm.set_auto_alloc(False)
    assert sbm.alloc((4, 4), nl.float32, buffer=nl.shared_hbm, name="h").buffer == nl.shared_hbm
    assert sbm.alloc_hbm((4, 4), nl.float32, name="i").buffer == nl.shared_hbm
    sbm.open_scope(interleave_degree=2)
    for _ in range(3):
        nisa.memset(sbm.alloc_stack((128, 4), nl.float32), 0.0)
        sbm.open_scope(interleave_degree=2)
        for _ in range(3):
            nisa.memset(sbm.alloc_stack((128, 8), nl.float32), 0.0)
            sbm.increment_section()
        sbm.close_scope()
        sbm.increment_section()
    sbm.close_scope()
    sbm.alloc_heap((128, 4), nl.float32)
    sbm.alloc_heap((128, 4), nl.float32)
    while sbm.heap:
        sbm.pop_heap()
    assert sbm.get_free_space() == 4096
""", [tensor(128, 4)])
        first, second = [0, 16, 48, 16], [80, 96, 128, 96]
        self.assertEqual(first + second + first,
                         [block.bufs[one[3][0][0]]["addr"][1] for one in block.code])

    def test_copies_alternate_between_engines(self):
        block = record("""
from nkilib.core.utils.interleave_copy import interleave_copy
from nkilib.core.utils.tensor_view import TensorView
def k(x):
    t, d = nl.load(x), nl.ndarray((128, 8), dtype=nl.float32, buffer=nl.sbuf)
    column, tile = TensorView(t[:, 0:1]), TensorView(t)
    interleave_copy(d, t, index=0)
    interleave_copy(d, t, index=1)
    interleave_copy(d, t, scale=column, bias=column, index=2)
    interleave_copy(d, t, scale=column, bias=column, index=3)
    interleave_copy(d, t, scale=tile, index=4)
    interleave_copy(d, t, bias=column, index=5)
    interleave_copy(d, t, scale=tile, bias=column, index=7)
""", [tensor(128, 8)])
        scalar, vector = "activation", "tensor_tensor"
        self.assertEqual(
            [scalar, "tensor_copy", scalar, vector, vector, vector, vector, vector, scalar], block.ops()[1:])

    def test_a_copy_to_any_partition(self):
        for first, target, rows, ops in (
            (3, 64, 20, ["tensor_copy"]),
            (0, 5, 20, ["memset"] * 2 + ["tensor_copy"] * 2 + ["nc_stream_shuffle", "tensor_copy"]),
        ):
            block = record(f"""
from nkilib.core.utils.cross_partition_copy import cross_partition_copy
def k(x):
    t, d = nl.load(x), nl.ndarray((128, 8), dtype=nl.float32, buffer=nl.sbuf)
    cross_partition_copy(t, d, {first}, {target}, {rows}, 8)
""", [tensor(128, 8)])
            self.assertEqual(ops, block.ops()[1:])

    def test_a_matrix_that_turns_partitions_round(self):
        for shifts, negate, ops in (
            (2, True, ["tensor_scalar", "tensor_copy"]), (2, False, ["tensor_copy"] * 2), (0, False, ["tensor_copy"]),
        ):
            block = record(f"""
from nkilib.core.utils.rotation_matrix import build_rotation_matrix
def k(x):
    turn = build_rotation_matrix(8, 4, {shifts}, x.dtype, negate={negate})
    assert turn.shape == (32, 32)
""", [tensor(32, 8)])
            self.assertEqual(ops, block.ops())
            if shifts:
                self.assertEqual([6, [32, 32, 8, 4, 1, 2]], block.code[0][4][0][1:3])

    def test_dimensions_in_tiles(self):
        record("""
from nkilib.core.utils.tile_info import TiledDimInfo
def k(x):
    rows = TiledDimInfo.build(300, 128)
    assert (rows.tile_count, rows.get_tile_bound(2), rows.is_subtiled()) == (3, 44, False)
    deep = TiledDimInfo.build_with_subtiling(300, 128, 32)
    assert (deep.get_subtile_start(2, 1), deep.get_subtile_bound(2, 1)) == (288, 12)
    assert (deep.get_local_subtile_bound(0, 3), deep.get_actual_subtile_num(2)) == (32, 2)
    assert x[rows.get_tile_indices(1, 64)].shape == x[deep.get_subtile_indices(1, 2, 64)].shape == (64, 8)
""", [tensor(300, 8)])

    def test_views_as_libraries_build_them(self):
        record("""
def k(x):
    t = nl.ndarray((128, 4, 64), dtype=nl.float32, buffer=nl.sbuf)
    assert t[:, 1:2]._storage_shape == (128, 4, 64)
    v = t[:, 1]._copy(shape=(128, 2, 32), strides=(256, 32, 1))
    assert (v.shape, v.strides, v.offset) == ((128, 2, 32), (256, 32, 1), 64)
""", [tensor(32, 8)])

    def test_tiles_of_a_loop_come_round(self):
        block = record("""
from nkilib.core.utils.modular_allocator import ModularAllocator
def k(x):
    made = ModularAllocator(initial_address=3)
    one = made.alloc_sbuf_tensor((128, 2), nl.float32, align_to=8)
    grid = made.alloc_sbuf_tensor(
        shape=(128, 4), dtype=nl.bfloat16, block_dim=[3, 2], num_free_tiles=[2, 2])
    assert made.get_current_address() == 16 + 4 * 8
    made.set_current_address(0)
    for tile in (one, *[tile for row in grid for tile in row]):
        nisa.memset(tile, 0.0)
""", [tensor(128, 4)])
        self.assertEqual([8, 16, 24, 32, 40, 16, 24],
                         [block.bufs[one[3][0][0]]["addr"][1] for one in block.code])

    def test_enums(self):
        record("""
from nkilib.core.utils.common_types import ActFnType, NormType, RouterActFnType
from nkilib.core.utils.kernel_helpers import get_nl_act_fn_from_type, normalization_uses_weights
def k(x):
    assert get_nl_act_fn_from_type(ActFnType.GELU) is nl.gelu
    assert NormType.RMS_NORM.value == 1 and NormType(2) is NormType.LAYER_NORM
    assert [normalization_uses_weights(norm) for norm in NormType] == [False, True, True, False]
    assert str(RouterActFnType.SOFTMAX) == "softmax"
""", [tensor(128, 4)])

    def test_a_wrapped_view_knows_its_tensor(self):
        record("""
from nkilib.core.utils.tensor_view import TensorView
def k(x):
    part = TensorView(TensorView(x).slice(1, 0, 2)).expand_dim(1)
    assert part.base_tensor is x and part.base_tensor.shape == (128, 4) and part.shape == (128, 1, 2)
    assert TensorView.get_trivial_strides((2, 3, 4), 5) == (60, 20, 5)
""", [tensor(128, 4)])

    def test_helpers_that_allocate_and_types(self):
        block = record("""
from nkilib.core.utils.allocator import SbufManager
from nkilib.core.utils.common_types import DtypeMode, HiddenLayout, MoEBlockIOLayout, QuantizationType
from nkilib.core.utils.kernel_helpers import (
    _psum_alloc, _sbm_alloc, get_max_positive_value_for_dtype, is_sbuf_tensor, resolve_dtype_to_nki,
    resolve_fp8_e4m3_dtype)
def k(x):
    assert [HiddenLayout.H0_T_H1.get_t_dim(), HiddenLayout.H0_H1_T.get_h1_dim()] == [1, 1]
    assert QuantizationType.ROW_MX.is_mx() and not QuantizationType.ROW.is_mx()
    assert MoEBlockIOLayout._128_Nprgs_Hfree_T.value == 1
    assert resolve_dtype_to_nki(nl.float8_e4m3fn) == nl.float8_e4m3
    assert resolve_fp8_e4m3_dtype(DtypeMode.OCP) == nl.float8_e4m3fn
    assert get_max_positive_value_for_dtype(nl.float8_e4m3fn) == 448.0
    sbm = SbufManager(64, 4096)
    sbm.open_scope()
    tile = _sbm_alloc(sbm, (128, 4), nl.float32, name="t", align=32)
    assert is_sbuf_tensor(tile) and not is_sbuf_tensor(x)
    for made in (tile, _sbm_alloc(None, (128, 4), dtype=nl.float32), _psum_alloc((128, 4), nl.float32, sbm, 2048)):
        nisa.memset(made, 0.0)
""", [tensor(128, 4)])
        made = [block.bufs[one[3][0][0]] for one in block.code]
        self.assertEqual([[0, 64], None, [0, 2048]], [one.get("addr") for one in made])

    def test_modules_of_a_package_that_is_not_here(self):
        record("""
from nkilib.core.utils import common_types, kernel_helpers
def k(x):
    assert kernel_helpers.div_ceil(5, 2) == 3 and common_types.NormType.RMS_NORM.value == 1
""", [tensor(128, 4)])

    def test_programs(self):
        body = IMPORTS + """
def k(x):
    assert get_program_sharding_info() == get_verified_program_sharding_info("k", (0, 1))
    _, count, which = get_program_sharding_info()
    assert (count, is_launched_as_spmd()) == (COUNT, COUNT > 1)
    for _ in range(which + 1):
        nl.load(x)
"""
        for count in (1, 2):
            made = record_all(body.replace("COUNT", str(count)), [tensor(128, 4)], ranks={"lnc": count})
            self.assertEqual([1, 2][:count], [len(one.code) for one in made])

    def test_assertion_is_told_where_the_kernel_makes_it(self):
        files = {"k.py": NEW + IMPORTS + "def k(x):\n    kernel_assert(x.shape[0] < 3, 'too big')\n"}
        error = run({"nki": "k.py", "function": "k", "args": [tensor(128, 4)]}, files).error
        self.assertEqual(("E11", 13), (error["code"], error["line"]), error)
        self.assertIn("too big", error["text"])

    def test_the_rest_needs_the_library(self):
        self.refused("E2", "or name the folder that holds nkilib in kernel.path",
                     "from nkilib.core.max.cascaded_max import cascaded_max\ndef k(x):\n    cascaded_max(x)\n",
                     [tensor(128, 4)])

    def test_a_part_of_the_library_knows_the_rest_by_its_name(self):
        """A file copied out of it with its folders, or with `core` alone, and a few of those it imports."""
        kernel = NEW + (
            "from ..utils.kernel_assert import assert_shape\nfrom ..utils.own import rows\n"
            "def k(x):\n    assert_shape(x, (rows(), 4), 'x', error_text='no')\n")
        for root in ("nkilib_src/nkilib/core", "nkilib/core", "core"):
            files = {f"{root}/attention/k.py": kernel, f"{root}/utils/own.py": "def rows():\n    return 128\n"}
            request = {"nki": f"{root}/attention/k.py", "function": "k", "args": [tensor(128, 4)]}
            result = run(request, files)
            self.assertEqual(0, result.status, result.err)

    def test_the_library_itself_comes_first(self):
        utils = "lib/nkilib/core/utils/"
        files = {f"lib/{part}__init__.py": "" for part in ("nkilib/", "nkilib/core/", "nkilib/core/utils/")}
        files[utils + "kernel_helpers.py"] = "def div_ceil(n, d):\n    return 7\n"
        files["k.py"] = NEW + (
            "from nkilib.core.utils.kernel_helpers import div_ceil\n"
            "def k(x):\n    assert div_ceil(1, 1) == 7\n")
        request = {"nki": "k.py", "function": "k", "args": [tensor(128, 4)], "path": ["lib"]}
        self.assertEqual(0, run(request, files).status)


if __name__ == "__main__":
    unittest.main()
