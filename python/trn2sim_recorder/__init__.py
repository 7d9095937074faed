"""Runs an NKI kernel file as plain Python and writes down the instructions it issues.

Each package builds on those before it: `basics`, `host`, `tensors`, `methods`, `recording`, `api`,
`library`, `modules`, `checks`, `diagnostics`, `running`, `proposal`, and the files here, which are the
two processes.
"""
