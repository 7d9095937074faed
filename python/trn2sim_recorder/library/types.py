"""Enums of the kernel library, `nkilib.core.utils.common_types`, where it is not installed."""

from __future__ import annotations

from enum import Enum
from typing import Any

_MEMBERS = {
    "QKVOutputLayout": "BSD NBSd NBdS",
    "QKVWeightLayout": "CONTIGUOUS MX_CONTIGUOUS MX_INTERLEAVED",
    "NormType": "NO_NORM RMS_NORM LAYER_NORM RMS_NORM_SKIP_GAMMA",
    "ActFnType": "SiLU GELU GELU_Tanh_Approx Swish ReLU SquaredReLU",
    "ExpertAffinityScaleMode": "NO_SCALE POST_SCALE PRE_SCALE PRE_SCALE_DELAYED",
    "GateUpDim": "GATE UP",
    "DtypeMode": "NON_OCP OCP AUTO",
    "MoELNCShardingStrategy": "NO_SHARD SHARD_I SHARD_T SHARD_E",
    "MoEAllToAllVStrategy": "DISABLED PRESERVE_ROW_ORDER PACK_OUTPUT_ROWS",
    "MoEBlockIOLayout": "B_S_H _128_Nprgs_Hfree_T",
    "ComputationMode": "AUTO PREFILL DECODE",
    "MLPGateUpWeightLayout": "CONTIGUOUS H_X4_INNERMOST H_X4_MIDDLE",
}


class RouterActFnType(Enum):
    """Shown in small letters, as kernels compare it with names."""

    SIGMOID = 0
    SOFTMAX = 1

    def __str__(self) -> str:
        return self.name.lower()


class QuantizationType(Enum):
    NONE = 0
    STATIC = 1
    ROW = 2
    MX = 3
    STATIC_MX = 4
    ROW_MX = 5

    def is_mx(self) -> bool:
        return self.name.endswith("MX")


class HiddenLayout(Enum):
    """Which dimensions tokens and rows of 128 are."""

    H0_T_H1 = 0
    H0_H1_T = 1

    def get_t_dim(self) -> int:
        return 1 + self.value

    def get_h1_dim(self) -> int:
        return 2 - self.value


_ENUMS: dict[str, Any] = {
    name: Enum(name, members.split(), start=0) for name, members in _MEMBERS.items()
}
for _made in (RouterActFnType, QuantizationType, HiddenLayout):
    _ENUMS[_made.__name__] = _made
NAMES: dict[str, dict[str, Any]] = {"common_types": _ENUMS}
