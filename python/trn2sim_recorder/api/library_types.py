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
    "QuantizationType": "NONE STATIC ROW MX STATIC_MX ROW_MX",
    "GateUpDim": "GATE UP",
    "DtypeMode": "NON_OCP OCP AUTO",
    "MoELNCShardingStrategy": "NO_SHARD SHARD_I SHARD_T SHARD_E",
    "MoEAllToAllVStrategy": "DISABLED PRESERVE_ROW_ORDER PACK_OUTPUT_ROWS",
}


class RouterActFnType(Enum):
    """Shown in small letters, as kernels compare it with names."""

    SIGMOID = 0
    SOFTMAX = 1

    def __str__(self) -> str:
        return self.name.lower()


_ENUMS: dict[str, Any] = {
    name: Enum(name, members.split(), start=0) for name, members in _MEMBERS.items()
}
NAMES: dict[str, dict[str, Any]] = {"common_types": {**_ENUMS, "RouterActFnType": RouterActFnType}}
