"""The instructions of `nki.isa`: parameters, operands, engines and shape rules, one row each.

A parameter is written `name:kind` or `name:kind=default`. Kinds:

    out   tensor written           out?  tensor written if given
    in    tensor read              val   number, or tensor of one column (read)
    col   tensor of one column     val?  the same, or None for an operator of one operand
    ins   list of tensors read     op    operator (`nl.add`)
    flag  boolean, false if absent data  plain data, recorded as it is
    enum  constant of `nki.isa`    eng   engine that executes
    queue engine that issues a DMA rmw   operator that combines src with what is in dst
    any   accepted, not recorded

`engine` is the one the instruction runs on; `open` where the call leaves a choice. `guess` marks
rows whose cost the simulator can only estimate by class.
"""

from __future__ import annotations

from typing import NamedTuple


class Row(NamedTuple):
    parameters: str
    engine: str
    rule: str
    guess: bool = False


_SCALAR = "op0:op operand0:val=None reverse0:flag"
_REDUCE = "reduce_res:out?=None reduce_cmd:enum=None"

ROWS: dict[str, Row] = {
    "dma_copy": Row(
        "dst:out src:in priority:data=None oob_mode:enum=None dge_mode:enum=None engine:queue "
        "dst_rmw_op:rmw=None unique_indices:any=None",
        "dma",
        "src = from_psum(dst, src); dma(dst, src)",
    ),
    "dma_transpose": Row(
        "dst:out src:in axes:data=None priority:data=None dge_mode:enum=None oob_mode:enum=None "
        "engine:queue",
        "dma",
        "dma_transpose(dst, src, axes)",
    ),
    "dma_compute": Row(
        "dst:out srcs:ins reduce_op:op scales:data=None unique_indices:data=None "
        "oob_mode:enum=None",
        "dma",
        "dma_all(dst, *srcs); one_each(srcs, scales)",
        True,
    ),
    "tensor_copy": Row("dst:out src:in engine:eng", "open", "same_size(dst, src)"),
    "tensor_tensor": Row(
        "dst:out data1:in data2:in op:op engine:eng",
        "open",
        "of_two(op); engine = open_engine(dst, data1, data2, op, engine); "
        "data1, data2 = widened(dst, data1, data2); same_size(dst, data1, data2); "
        "not_both_psum(data1, data2)",
    ),
    "tensor_scalar": Row(
        f"dst:out data:in {_SCALAR} op1:op=None operand1:val=None reverse1:flag engine:eng",
        "open",
        "same_size(dst, data); one_kind(op0, op1); known_operators(op0, op1); "
        "operands_given(op0, operand0, op1, operand1)",
    ),
    "scalar_tensor_tensor": Row(
        "dst:out data:in op0:op operand0:val op1:op operand1:in reverse0:flag reverse1:flag "
        f"reduce_cmd:enum=None reduce_op:op=None reduce_res:out?=None",
        "vector",
        "same_size(dst, data, operand1)",
    ),
    "tensor_reduce": Row(
        "dst:out op:op data:in axis:data negate:flag keepdims:flag",
        "vector",
        "known_operators(op); axis = reduced(dst, data, axis)",
    ),
    "tensor_partition_reduce": Row(
        "dst:out op:op data:in", "gpsimd", "one_partition(dst, data)"
    ),
    "tensor_scalar_reduce": Row(
        "dst:out data:in op0:op operand0:val? reduce_op:op reduce_res:out?=None reverse0:flag "
        "reduce_cmd:enum=None reduce_init:val=None reduce_res_negate:flag",
        "vector",
        "same_size(dst, data)",
    ),
    "tensor_scalar_cumulative": Row(
        "dst:out src:in op0:op op1:op imm0:val imm1:val=None reduce_cmd:enum=None reverse0:flag",
        "vector",
        "same_size(dst, src); start_given(reduce_cmd, imm1)",
    ),
    "tensor_tensor_scan": Row(
        "dst:out data0:in data1:in initial:val op0:op op1:op reverse0:flag reverse1:flag",
        "vector",
        "same_size(dst, data0, data1); not_both_psum(data0, data1)",
    ),
    "activation": Row(
        f"dst:out op:op data:in bias:val=None scale:val=None reduce_op:op=None {_REDUCE} engine:eng",
        "scalar",
        "of_one(op); same_size(dst, data); on_scalar(engine)",
    ),
    "activation_reduce": Row(
        "dst:out op:op data:in reduce_op:op reduce_res:out?=None bias:val=None scale:val=None "
        "engine:eng",
        "scalar",
        "of_one(op); same_size(dst, data); on_scalar(engine)",
    ),
    "exponential": Row(
        f"dst:out src:in max_value:val=None {_REDUCE} reduce_init:val=None",
        "vector",
        "same_size(dst, src)",
    ),
    "reciprocal": Row("dst:out data:in", "vector", "same_size(dst, data)"),
    "iota": Row(
        "dst:out pattern:data offset:data=0 channel_multiplier:data=0",
        "gpsimd",
        "pattern_fits(dst, pattern); whole(offset, channel_multiplier)",
    ),
    "affine_select": Row(
        "dst:out pattern:data channel_multiplier:data on_true_tile:in on_false_value:val "
        "cmp_op:op=None offset:data=0",
        "gpsimd",
        "same_size(dst, on_true_tile); pattern_fits(dst, pattern); comparisons(cmp_op); "
        "whole(offset, channel_multiplier)",
    ),
    "range_select": Row(
        "dst:out on_true_tile:in comp_op0:op comp_op1:op bound0:col bound1:col reduce_cmd:enum=None "
        "reduce_res:out?=None reduce_op:op=None range_start:data=0 on_false_value:data=None",
        "vector",
        "same_size(dst, on_true_tile); comparisons(comp_op0, comp_op1)",
    ),
    "select_reduce": Row(
        "dst:out predicate:in on_true:in on_false:val reduce_res:out?=None reduce_cmd:enum=None "
        "reduce_op:op=None reverse_pred:flag",
        "vector",
        "same_size(dst, predicate, on_true)",
        True,
    ),
    "nc_stream_shuffle": Row(
        "dst:out src:in shuffle_mask:data", "vector", "on_chip(dst, src); shuffled(shuffle_mask)"
    ),
    "max8": Row("dst:out src:in", "vector", "rows(dst, src, 8); within(src, 8, 16384)"),
    "nc_find_index8": Row(
        "dst:out data:in vals:in",
        "vector",
        "rows(dst, data, 8); within(data, 8, 16384); within(vals, 8, 8)",
    ),
    "nc_match_replace8": Row(
        "dst:out data:in vals:in imm:data dst_idx:out?=None",
        "vector",
        "same_size(dst, data); within(data, 1, 16384); within(vals, 8, 8)",
    ),
    "bn_stats": Row("dst:out data:in", "vector", "rows(dst, data, 6); within(data, 1, 512)"),
    "bn_aggr": Row("dst:out data:in", "vector", "rows(dst, data, 2); in_threes(data)"),
    "local_gather": Row(
        "dst:out src_buffer:in index:in num_elem_per_idx:data=1 num_valid_indices:data=None",
        "gpsimd",
        "same_partitions(dst, src_buffer, index); whole_numbers(index); "
        "gathered(dst, index, num_elem_per_idx, num_valid_indices)",
        True,
    ),
    "nc_n_gather": Row(
        "dst:out data:in indices:in",
        "gpsimd",
        "same_size(dst, indices); same_partitions(dst, data); whole_numbers(indices)",
        True,
    ),
    "nonzero_with_count": Row(
        "dst:out src:in index_offset:data=0 padding_val:data=None",
        "gpsimd",
        "wider(dst, src, 1)",
        True,
    ),
    "topk": Row(
        "val_dst:out idx_dst:out src:in n:data sorted:flag", "gpsimd", "snake(val_dst, idx_dst, src, n)"
    ),
    "sequence_bounds": Row(
        "dst:out segment_ids:in", "gpsimd", "wider(dst, segment_ids, segment_ids.free())", True
    ),
    "rng": Row("dst:out engine:eng", "open", "on_chip(dst)", True),
    "rand2": Row("dst:out min:val max:val", "vector", "on_chip(dst)", True),
    "rand_set_state": Row(
        "src_seeds:in engine:eng", "open", "on_chip(src_seeds); engine = random_states(engine)", True
    ),
    "rand_get_state": Row(
        "dst:out engine:eng", "open", "on_chip(dst); engine = random_states(engine)", True
    ),
    "set_rng_seed": Row("src_seeds:in", "vector", "on_chip(src_seeds)", True),
    "dropout": Row("dst:out data:in prob:val", "vector", "same_size(dst, data)"),
    "sendrecv": Row(
        "src:in dst:out send_to_rank:data recv_from_rank:data pipe_id:data dma_engine:enum=None",
        "dma",
        "same_size(dst, src)",
    ),
}

REFUSED: dict[str, str] = {
    "nc_matmul_mx": "MX matmul (NeuronCore-v4) is not simulated on any device",
    "quantize_mx": "MX formats (NeuronCore-v4) are not simulated on any device",
    "activate2": "an instruction of NeuronCore-v4, not simulated on any device",
}

# Instructions of NeuronCore-v4 that are timed and computed all the same, and what trn2 has instead.
LATER: dict[str, str] = {
    "exponential": "activation with nl.exp does it",
    "rand2": "nl.rand, or rng and a tensor_scalar, does it",
}
