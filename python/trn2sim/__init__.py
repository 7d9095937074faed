"""trn2sim in a notebook: `simulate(kernel, ranks=4, lnc=2)(a, b)` times an NKI kernel.

Arguments are numpy arrays, or anything else with a shape and a dtype, numbers, strings, lists.
"""

from .simulation import Outcome, SimulationError, simulate

__all__ = ["Outcome", "SimulationError", "simulate"]
