"""From a request to its stream: limits, the author's file and its kernel, a recording for each program.
Builds on `modules`, `checks` and `diagnostics`.
"""
